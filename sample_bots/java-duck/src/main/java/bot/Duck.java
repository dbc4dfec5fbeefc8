package bot;

import static arena.Cards.rankOf;
import static arena.Cards.suitOf;
import static java.util.Comparator.comparingInt;

import arena.Bot;
import arena.Cards;
import arena.Turn;
import java.util.Comparator;
import java.util.List;

/** Plays as high as it can without winning the trick, and low when it cannot help winning. */
final class Duck implements Bot {
  /** From this cost on a card makes the higher cards of its suit dangerous too. */
  private static final int EXPENSIVE = 5;

  /** Gets rid of danger where that is free; the lowest options of what it has no idea about. */
  @Override
  public List<Integer> act(Turn turn) {
    return switch (turn.kind()) {
      case PLAY -> List.of(play(turn));
      case PASS -> least(turn, comparingInt(card -> -danger(turn, card)));
      case BURY ->
          least(turn, Comparator.<Integer>comparingInt(turn::cost).thenComparing(card -> -rankOf(card)));
      default -> turn.options().subList(0, turn.least());
    };
  }

  private static List<Integer> least(Turn turn, Comparator<Integer> order) {
    return turn.options().stream().sorted(order).limit(turn.least()).toList();
  }

  /** The worst card that does not win; else the lowest. */
  private static int play(Turn turn) {
    Comparator<Integer> byCost = comparingInt(turn::cost);
    Comparator<Integer> byRank = comparingInt(Cards::rankOf);
    return turn.options().stream()
        .filter(card -> !turn.wins(card))
        .max(byCost.thenComparing(byRank))
        .or(() -> turn.options().stream().min(byRank.thenComparing(byCost)))
        .orElseThrow();
  }

  /** How gladly it passes a card: by rank, above all what may win an expensive card. */
  private static int danger(Turn turn, int card) {
    int caught =
        turn.rules().pack().stream()
            .filter(other -> suitOf(other) == suitOf(card) && other <= card)
            .mapToInt(turn::cost)
            .filter(cost -> cost >= EXPENSIVE)
            .sum();
    return rankOf(card) + caught;
  }
}
