"""Misbehaves as its flags say, and otherwise plays random legal actions.

A fault that concerns turns strikes after K turns, at turn K + 1, and at every later turn;
--times N stops it after N turns. K counts the turns of all tables.
"""

import argparse
import os
import queue
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import grpc

from protocol import referee_pb2 as pb

PLAY = "/hearts.referee.v1.Referee/Play"
TURN_FAULTS = {
    "illegal": "choose something that is not among the options",
    "too-many": "choose one option more than `most` (all of them twice, if there are too few)",
    "empty": "choose nothing",
    "hang": "never answer again, keep the stream open",
    "twice": "send the answer twice",
    "omit": "leave the turn out of the answers",
    "unknown-turn": "answer a turn that does not exist, beside the real one",
    "garbage": "send bytes that are no message in place of the answers",
    "oversize": "send a message of 128 KiB in place of the answers",
    "flood": "send 10,000 answers that nobody asked for, beside the real ones",
    "hello": "say hello again, beside the real answers",
    "disconnect": "drop the stream before the answer, connect again (once a turn), and go on",
    "exit": "leave the program with status 0",
    "crash": "leave the program with a traceback and status 1",
    "spam-stderr": "write 256 KiB to stderr",
}
TIMED_FAULTS = {
    "late": "wait so long before answering",
    "freeze": "be stopped by a signal for so long before answering",
}
START_FAULTS = {
    "never-connect": "do not dial",
    "never-ready": "dial and say hello, but never say ready",
    "no-hello": "send ready without a hello",
    "wrong-token": "say hello with a token that nobody has",
    "wrong-protocol": "say hello with protocol 99",
    "exit-at-start": "leave the program with status 3 before dialling",
    "ignore-sigterm": "ignore SIGTERM and stay after the goodbye",
    "spin": "keep a processor busy all the time, also while others are to move",
}


class Faulty:
    """One run of the bot: what it is to do wrong, and how many turns it has seen."""

    def __init__(self, flags: argparse.Namespace) -> None:
        self.flags = flags
        self.random = random.Random(flags.seed)
        self.count = 0
        self.dropped: set[int] = set()

    def strikes(self, fault: str) -> bool:
        """Whether a fault is due at the current turn."""
        after: int | None = getattr(self.flags, fault.replace("-", "_") + "_after")
        return after is not None and after < self.count <= after + self.flags.times

    def answer(self, turns: list[pb.Turn]) -> Iterator[bytes] | None:
        """The messages to send for these turns; None: drop the stream and connect again."""
        answers, due = pb.Answers(), set[str]()
        for turn in turns:
            if turn.id not in self.dropped:
                self.count += 1
            struck = {fault for fault in (*TURN_FAULTS, *TIMED_FAULTS) if self.strikes(fault)}
            if "disconnect" in struck and turn.id not in self.dropped:
                self.dropped.update(turn.id for turn in turns)
                return None
            due |= struck
            if "omit" not in struck:
                answers.actions.add(turn=turn.id, choice=self.choose(turn, struck))
        return self.messages(answers, due)

    def choose(self, turn: pb.Turn, struck: set[str]) -> bytes:
        """A random legal action, or an action that is wrong in the way that is due."""
        if "illegal" in struck:
            return bytes(byte for byte in range(255, -1, -1) if byte not in turn.options)[:1]
        if "too-many" in struck:
            return (turn.options * 2)[: max(turn.most, len(turn.options)) + 1]
        if "empty" in struck:
            return b""
        count = self.random.randint(turn.least, turn.most)
        return bytes(self.random.sample(turn.options, count))

    def messages(self, answers: pb.Answers, due: set[str]) -> Iterator[bytes]:
        """What goes over the wire for one batch, after what happens before it."""
        if self.flags.attack and self.count > self.flags.attack_after:
            program = Path(__file__).with_name("attacks.py")
            subprocess.run([sys.executable, program, *shlex.split(self.flags.attack)], check=False)
            self.flags.attack = None
        if "spam-stderr" in due:
            sys.stderr.write(("spam " * 13 + "\n") * 4096)
        if "crash" in due:
            raise RuntimeError("crashed, as told by --crash-after")
        if "exit" in due:
            sys.exit(0)
        if "freeze" in due:
            freeze(self.flags.freeze)
        while "hang" in due:
            signal.pause()
        if "late" in due:
            time.sleep(self.flags.late)
        if "unknown-turn" in due:
            answers.actions.add(turn=2**63, choice=b"\0")
        if "hello" in due:
            yield hello(self.flags)
        yield from [stray()] * 10_000 if "flood" in due else ()
        if "garbage" in due:
            yield b"\xff garbage"
        elif "oversize" in due:
            yield pb.BotMessage(hello=pb.Hello(client="x" * 131_072)).SerializeToString()
        else:
            message = pb.BotMessage(answers=answers).SerializeToString()
            yield from [message] * (2 if "twice" in due else 1)


def freeze(seconds: float) -> None:
    """Stop all threads of this process until a helper wakes it."""
    waker = (
        f"import os, signal, time; time.sleep({seconds}); os.kill({os.getpid()}, signal.SIGCONT)"
    )
    helper = subprocess.Popen([sys.executable, "-S", "-c", waker])
    os.kill(os.getpid(), signal.SIGSTOP)
    helper.wait()


def hello(flags: argparse.Namespace) -> bytes:
    """The first message of a stream."""
    token = "nobody" if flags.wrong_token else os.environ["HEARTS_TOKEN"]
    protocol = 99 if flags.wrong_protocol else 1
    message = pb.Hello(token=token, protocol=protocol, client="faulty")
    return pb.BotMessage(hello=message).SerializeToString()


def spin() -> None:
    """Compute for ever."""
    while True:
        sum(range(100_000))


def stray() -> bytes:
    """An answer to a turn that does not exist."""
    action = pb.Action(turn=2**63, choice=b"\0")
    return pb.BotMessage(answers=pb.Answers(actions=[action])).SerializeToString()


def converse(bot: Faulty) -> bool:
    """Hold one connection to its end; whether to connect again."""
    outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    ready = pb.BotMessage(ready=pb.Ready()).SerializeToString()
    outbox.put(ready if bot.flags.no_hello else hello(bot.flags))
    options = (("grpc.enable_http_proxy", 0),)
    with grpc.insecure_channel(os.environ["HEARTS_ADDRESS"], options) as channel:
        grpc.channel_ready_future(channel).result(20)
        play = channel.stream_stream(PLAY, bytes, pb.RefereeMessage.FromString)
        try:
            for message in play(iter(outbox.get, None)):
                if message.HasField("welcome") and not bot.flags.never_ready:
                    outbox.put(ready)
                if message.turns:
                    replies = bot.answer(list(message.turns))
                    if replies is None:
                        return True
                    for reply in replies:
                        outbox.put(reply)
                if message.HasField("goodbye"):
                    break
        except grpc.RpcError as error:
            print(f"faulty: {error.code().name}: {error.details()}", file=sys.stderr)
            return error.code() is grpc.StatusCode.ALREADY_EXISTS and bool(bot.dropped)
        finally:
            outbox.put(None)
    return False


def parse_flags() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    turn_faults = parser.add_argument_group("faults in turns (K: turns before it, 0 if left out)")
    for fault, text in TURN_FAULTS.items():
        names = (f"--{fault}-after", f"--{fault}")
        turn_faults.add_argument(*names, nargs="?", const=0, type=int, metavar="K", help=text)
    for fault, text in TIMED_FAULTS.items():
        turn_faults.add_argument(f"--{fault}", type=float, metavar="SECONDS", help=text)
        turn_faults.add_argument(f"--{fault}-after", type=int, metavar="K", help="begin then")
    turn_faults.add_argument(
        "--attack", metavar="WORDS", help="run attacks.py with these words before an answer, once"
    )
    turn_faults.add_argument("--attack-after", type=int, default=0, metavar="K", help="when")
    turn_faults.add_argument(
        "--times", type=int, default=sys.maxsize, metavar="N", help="stop after N turns"
    )
    start_faults = parser.add_argument_group("faults at the start and the end")
    for fault, text in START_FAULTS.items():
        start_faults.add_argument(f"--{fault}", action="store_true", help=text)
    start_faults.add_argument(
        "--slow-start", type=float, default=0.0, metavar="SECONDS", help="wait before dialling"
    )
    parser.add_argument("--seed", type=int, help="repeat the same choices in every run")
    flags = parser.parse_args()
    for fault in TIMED_FAULTS:
        if getattr(flags, fault) is not None and getattr(flags, f"{fault}_after") is None:
            setattr(flags, f"{fault}_after", 0)
    return flags


def main() -> None:
    """Do what the flags say."""
    flags = parse_flags()
    if flags.ignore_sigterm:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if flags.spin:
        threading.Thread(target=spin, daemon=True).start()
    if flags.exit_at_start:
        sys.exit(3)
    time.sleep(flags.slow_start)
    while flags.never_connect:
        signal.pause()
    bot = Faulty(flags)
    while converse(bot):
        time.sleep(0.05)
    while flags.ignore_sigterm:
        signal.pause()


if __name__ == "__main__":
    main()
