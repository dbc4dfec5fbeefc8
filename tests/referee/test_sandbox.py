"""The choice of walls, what is said about them, and their parts that need no process."""

import json
import os
import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.attacks import BEGIN, END
from referee.cli import main
from referee.errors import UserError
from referee.launch import check_folder
from referee.limits import MIB, Limits
from referee.manifest import BotSpec
from referee.sandbox import bubblewrap, cgroups, layers, reach, seccomp
from referee.sandbox.layers import Layer, Sandbox, Wall, choose
from referee.sandbox.processes import descendants
from tests.referee.bots import SAMPLES

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
WORKS = Layer("bubblewrap", "all")
FAILS = Layer("bubblewrap", "all", "not installed", "install the package bubblewrap")
LANDLOCK = Layer("Landlock with seccomp", "some")
NO_LANDLOCK = Layer("Landlock with seccomp", "some", "the kernel has no Landlock")


def machine_with(monkeypatch: pytest.MonkeyPatch, *found: Layer) -> None:
    monkeypatch.setattr(layers, "layers", lambda: found)
    monkeypatch.setattr(cgroups, "home", lambda: "no cgroup2 file system is mounted")


@pytest.mark.parametrize(
    ("found", "wall", "warning"),
    [
        ((WORKS, LANDLOCK), Wall.BUBBLEWRAP, "sandbox: no cgroup v2 (no cgroup2 file system"),
        ((FAILS, LANDLOCK), Wall.LANDLOCK, "no cap on disk: no bubblewrap: not installed; install"),
        ((FAILS, NO_LANDLOCK), Wall.RLIMITS, "unsandboxed: trusted bots only: no bubblewrap: not"),
    ],
)
def test_auto_takes_the_best_and_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, found: tuple[Layer, ...], wall: Wall, warning: str
) -> None:
    machine_with(monkeypatch, *found)
    sandbox = choose("auto")
    assert sandbox.wall is wall
    assert sandbox.warning is not None
    assert warning in sandbox.warning
    assert "\n" not in sandbox.warning


def test_nothing_is_said_when_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    machine_with(monkeypatch, WORKS, LANDLOCK)
    home = cgroups.Home(Path("/nowhere"), frozenset(cgroups.WANTED), None)
    monkeypatch.setattr(cgroups, "home", lambda: home)
    assert choose("auto").warning is None
    assert not choose("auto").polls


def test_required_refuses_with_the_reason_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_with(monkeypatch, FAILS, LANDLOCK)
    lowest = str(SAMPLES / "lowest")
    assert main(["play", *[lowest] * 4, "--sandbox", "required"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "referee: --sandbox required: no bubblewrap: not installed; "
        "install the package bubblewrap\n"
    )


def test_required_goes_with_no_open_port(monkeypatch: pytest.MonkeyPatch) -> None:
    machine_with(monkeypatch, WORKS, LANDLOCK)
    assert choose("required").wall is Wall.BUBBLEWRAP
    with pytest.raises(UserError, match="drop --listen"):
        choose("required", network=True)


def test_the_doctor_says_the_same_to_people_and_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_with(monkeypatch, FAILS, LANDLOCK)
    monkeypatch.setattr("referee.doctor.layers", layers.layers)
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "bubblewrap: not installed\n    install the package bubblewrap" in printed
    assert "--sandbox auto uses: Landlock" in printed
    assert "--sandbox required: refuses" in printed
    assert main(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["auto"] == "Landlock"
    assert report["required"] is False
    assert [layer["works"] for layer in report["layers"]] == [False, True]


@pytest.mark.parametrize(
    ("problem", "why", "advice"),
    [
        ("not installed", "not installed", "install the package bubblewrap"),
        ("bwrap: Unknown option --disable-userns", "too old", "0.8 or newer"),
        ("bwrap: execvp prlimit: No such file", "prlimit", "util-linux"),
    ],
)
def test_why_bubblewrap_fails_is_told_apart(problem: str, why: str, advice: str) -> None:
    said, what_to_do = layers._explain_bubblewrap(problem)
    assert why in said
    assert what_to_do is not None
    assert advice in what_to_do


# ---- parts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_numbers_of_system_calls_are_those_of_the_headers(name: str) -> None:
    if not HEADERS[name].exists():
        pytest.skip(f"there are no headers to compare with: {HEADERS[name]}")
    lines = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", HEADERS[name].read_text())
    numbers = {call: int(number) for call, number in lines}
    assert {call: numbers.get(call) for call in seccomp.MACHINES[name].calls} == (
        seccomp.MACHINES[name].calls
    )


def run_filter(code: bytes, audit: int, number: int, *arguments: int) -> int:
    """What a filter returns for a system call: the part of classic BPF that ours is made of."""
    padded = (arguments + (0,) * 6)[:6]
    data = struct.pack("=IIQ6Q", number, audit, 0, *padded)
    steps = list(struct.iter_unpack("=HBBI", code))
    at = loaded = 0
    while True:
        kind, if_true, if_false, value = steps[at]
        at += 1
        match kind:
            case 0x20:
                loaded = struct.unpack_from("=I", data, value)[0]
            case 0x06:
                return int(value)
            case 0x15:
                at += if_true if loaded == value else if_false
            case 0x35:
                at += if_true if loaded >= value else if_false
            case 0x45:
                at += if_true if loaded & value else if_false


@pytest.mark.parametrize("name", seccomp.MACHINES)
def test_the_filter_denies_what_it_lists_and_lets_the_rest_through(name: str) -> None:
    machine = seccomp.MACHINES[name]
    calls, audit = machine.calls, machine.audit
    code = seccomp.assemble(machine, (seccomp.UNIX,))
    allow, kill, eperm, enosys, eafnosupport = 0x7FFF0000, 0x80000000, 0x50001, 0x50026, 0x50061
    assert run_filter(code, audit, 0) == allow
    assert run_filter(code, audit, 63) == allow
    assert run_filter(code, 0x40000003, 0) == kill
    assert run_filter(code, audit, 0x40000000 + 63) == enosys
    assert run_filter(code, audit, calls["ptrace"]) == eperm
    assert run_filter(code, audit, calls["clone3"]) == enosys
    assert run_filter(code, audit, calls["clone"], 0x11) == allow
    assert run_filter(code, audit, calls["clone"], 0x10000000) == eperm
    assert run_filter(code, audit, calls["socket"], seccomp.UNIX) == allow
    assert run_filter(code, audit, calls["socket"], seccomp.INET) == eafnosupport
    assert run_filter(code, audit, calls["ioctl"], 0, 0x5412) == eperm
    assert run_filter(code, audit, calls["ioctl"], 0, 0x5401) == allow
    denied = [call for call in calls if call not in ("clone", "socket", "ioctl")]
    assert {run_filter(code, audit, calls[call]) for call in denied} == {eperm, enosys}


def test_a_token_is_in_no_command_line() -> None:
    profile = bubblewrap.Profile(Path("/bot"), Path("/tmp/seat"), (), Limits(), None)
    words = bubblewrap.command(profile, ["./bot"])
    assert "--setenv" not in words
    assert words[-1] == "./bot"
    assert "--unshare-net" in words
    assert "--disable-userns" in words
    assert "--unshare-net" not in bubblewrap.command(replace(profile, network=True), ["./bot"])


def test_a_home_is_never_shown_as_an_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    program = tmp_path / ".local" / "bin" / "node"
    program.parent.mkdir(parents=True)
    program.touch()
    shown = reach.readable(program)
    assert program in shown
    assert not any(path in shown for path in program.parents)


def test_a_folder_closed_to_others_is_refused_where_bots_are_others(tmp_path: Path) -> None:
    sandbox = Sandbox(Wall.BUBBLEWRAP)
    bot = BotSpec("a", tmp_path, "python bot.py")
    tmp_path.chmod(0o755)
    check_folder(bot, sandbox)
    tmp_path.chmod(0o700)
    if os.geteuid() == 0:
        with pytest.raises(UserError, match=r"chmod -R o\+rX"):
            check_folder(bot, sandbox)
    else:
        check_folder(bot, sandbox)


def test_descendants_are_found_parents_first() -> None:
    assert descendants(1, {1: [2, 5], 2: [3], 3: [4], 9: [10]}) == [2, 5, 3, 4]


# ---- control groups, on a folder that looks like one --------------------------------------------


def fake_group(folder: Path, controllers: str, enabled: str = "", procs: str = "") -> Path:
    (folder / "cgroup.controllers").write_text(controllers)
    (folder / "cgroup.subtree_control").write_text(enabled)
    (folder / "cgroup.procs").write_text(procs)
    return folder


def test_controllers_are_handed_down(tmp_path: Path) -> None:
    home = cgroups.prepare(fake_group(tmp_path, "cpuset cpu io memory pids", "memory"))
    assert home == cgroups.Home(tmp_path, frozenset(("memory", "pids", "cpu")), None)
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+pids +cpu"


def test_missing_controllers_are_named(tmp_path: Path) -> None:
    home = cgroups.prepare(fake_group(tmp_path, "pids"))
    assert home.controllers == {"pids"}
    assert home.missing == f"{tmp_path} has no controller memory, cpu"


def test_a_group_that_cannot_be_written_is_a_reason(tmp_path: Path) -> None:
    with pytest.raises(cgroups.CgroupError, match="No such file"):
        cgroups.prepare(tmp_path / "nowhere")


def test_a_bots_group_gets_its_limits(tmp_path: Path) -> None:
    home = cgroups.Home(tmp_path, frozenset(("memory", "pids", "cpu")), None)
    group = cgroups.Group(home, "hearts-x.1.0", Limits(memory=64 * MIB, processes=9))

    def read(name: str) -> str:
        return (group.path / name).read_text()

    assert read("memory.max") == str(64 * MIB)
    assert read("memory.swap.max") == "0"
    assert read("memory.oom.group") == "1"
    assert int(read("pids.max")) >= 9
    group.give_way(False)
    assert read("cpu.weight") == "1"
    group.give_way(True)
    assert read("cpu.weight") == "100"
    assert not group.ran_out()
    (group.path / "memory.events").write_text("low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\n")
    assert group.ran_out()
    assert group.entrance(["./bot"])[-1] == "./bot"


def test_the_table_of_attacks_is_in_the_documentation() -> None:
    text = Path(__file__).parents[2].joinpath("docs", "security.md").read_text(encoding="utf-8")
    table = text.split(BEGIN)[1].split(END)[0]
    rows = re.findall(r"^\| ([a-z-]+): ", table, re.MULTILINE)
    assert len(rows) == len(set(rows)) >= 20
