package arena;

import hearts.referee.v1.RefereeOuterClass.DealEnd;
import hearts.referee.v1.RefereeOuterClass.FaultNotice;
import hearts.referee.v1.RefereeOuterClass.GameEnd;
import hearts.referee.v1.RefereeOuterClass.GameStart;
import hearts.referee.v1.RefereeOuterClass.Welcome;
import java.util.List;
import java.util.Locale;

/** A player. Write {@link #act}; the other methods are news that you may ignore. */
@FunctionalInterface
public interface Bot {
  /** Chooses between {@code turn.least()} and {@code turn.most()} of the {@code turn.options()}. */
  List<Integer> act(Turn turn);

  /** Answers all turns that wait, from all tables, in their order. */
  default List<List<Integer>> actAll(List<Turn> turns) {
    return turns.stream().map(this::act).toList();
  }

  /** The rules and limits of the session, at each connection; the start limit still runs. */
  default void welcome(Welcome welcome) {}

  /** You sit down at a table. */
  default void gameStart(GameStart start) {}

  /** A deal is over: its points, and all its cards for learning. */
  default void dealEnd(DealEnd end) {}

  /** A game is over: the ranks by seat. */
  default void gameEnd(GameEnd end) {}

  /** The referee charged you with a fault. Goes to the log unless you override it. */
  default void fault(FaultNotice notice) {
    String kind = notice.getFault().name().toLowerCase(Locale.ROOT);
    System.err.printf(
        "fault %d: %s at table %d, turn %d: %s%n",
        notice.getFaults(), kind, notice.getTable(), notice.getTurn(), notice.getReason());
  }
}
