package arena;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import hearts.referee.v1.RefereeGrpc;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import sun.misc.Signal;

/** Connects a bot to the referee and keeps it there until the goodbye. */
public final class Client {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);
  private static final long PAUSE_MILLIS = 100;

  /** Lost streams in a row, without a turn between them, before the bot gives up. */
  private static final int RECONNECTS = 5;

  /** How the referee ends a stream when to connect again is of no use. */
  private static final Set<Status.Code> FINAL =
      EnumSet.of(
          Status.Code.FAILED_PRECONDITION,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.UNIMPLEMENTED);

  /** Held here so that its level lasts: a harmless warning for each unix socket is kept out. */
  private static final Logger NETTY =
      Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap");

  private Client() {}

  /**
   * Plays until the referee says goodbye; returns the status for {@link System#exit}.
   *
   * <p>Reads {@code HEARTS_ADDRESS} and {@code HEARTS_TOKEN} from the environment. A lost stream is
   * taken up again. The status is 2 when one of them is missing, 1 when the referee cannot be
   * reached or refuses. SIGTERM and Ctrl-C end the program with status 0.
   */
  public static int run(Bot bot) throws InterruptedException {
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(new Signal(name), signal -> Runtime.getRuntime().halt(0));
    }
    NETTY.setLevel(Level.SEVERE);
    try {
      play(bot, variable("HEARTS_ADDRESS"), variable("HEARTS_TOKEN"));
      return 0;
    } catch (Failure failure) {
      System.err.println(failure.getMessage());
      return failure.status();
    }
  }

  private static String variable(String name) throws Failure {
    String value = System.getenv(name);
    if (value == null || value.isEmpty()) {
      throw new Failure(2, name + " is not set: let `referee play` start this bot");
    }
    return value;
  }

  private static void play(Bot bot, String address, String token)
      throws Failure, InterruptedException {
    ManagedChannel channel = openChannel(address);
    Session session = new Session(bot, token);
    try {
      while (true) {
        connect(channel, address);
        String why;
        try {
          if (session.converse(RefereeGrpc.newBlockingV2Stub(channel).play())) {
            return;
          }
          why = "the referee closed the stream without a goodbye";
        } catch (StatusException error) {
          why = reason(error.getStatus());
        }
        int losses = session.countLoss();
        if (losses > RECONNECTS) {
          throw new Failure(1, "lost the referee " + losses + " times in a row: " + why);
        }
        System.err.println("connecting again: " + why);
        Thread.sleep(PAUSE_MILLIS * losses);
      }
    } finally {
      channel.shutdown().awaitTermination(1000, MILLISECONDS);
    }
  }

  private static ManagedChannel openChannel(String address) throws Failure {
    try {
      return Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
          .proxyDetector(target -> null) // a proxy would swallow loopback
          .build();
    } catch (IllegalArgumentException error) {
      throw new Failure(2, "HEARTS_ADDRESS=" + address + " is not unix:PATH or HOST:PORT");
    }
  }

  private static String reason(Status status) throws Failure {
    String why = status.getDescription();
    why = why == null ? status.getCode().name() : why;
    if (FINAL.contains(status.getCode())) {
      throw new Failure(1, "the referee refused: " + why);
    }
    return why;
  }

  /** Waits for the connection, and tries more often than a channel does by itself. */
  private static void connect(ManagedChannel channel, String address)
      throws Failure, InterruptedException {
    Instant end = Instant.now().plus(CONNECT_LIMIT);
    ConnectivityState state = channel.getState(true);
    while (state != ConnectivityState.READY) {
      if (Instant.now().isAfter(end)) {
        long seconds = CONNECT_LIMIT.toSeconds();
        throw new Failure(1, "no referee answers at " + address + " within " + seconds + " s");
      }
      CountDownLatch changed = new CountDownLatch(1);
      channel.notifyWhenStateChanged(state, changed::countDown);
      if (!changed.await(PAUSE_MILLIS, MILLISECONDS)) {
        channel.resetConnectBackoff();
      }
      state = channel.getState(true);
    }
  }
}
