package arena;

import static arena.Cards.JOKER;
import static arena.Cards.SECOND_COPY;
import static arena.Cards.rankOf;
import static arena.Cards.suitOf;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import hearts.referee.v1.RefereeOuterClass.Rules;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The rules of a game for one number of seats: what cards cost, who wins a trick. */
public final class GameRules {
  private final Rules message;
  private final List<Integer> pack;
  private final int[] costs;
  private final JsonObject parameters;
  private final boolean duplicatesCancel;
  private final boolean twoPairsVoid;
  private final boolean leaderCallsSuit;

  /** Reads what the referee tells of a game. */
  public GameRules(Rules message) {
    this.message = message;
    pack = Bytes.toList(message.getPack());
    costs = costs(message, pack);
    String json = message.getParameters();
    parameters = json.isEmpty() ? new JsonObject() : JsonParser.parseString(json).getAsJsonObject();
    duplicatesCancel = has("trick.duplicates", "cancel");
    twoPairsVoid = duplicatesCancel && has("trick.void_on", "two_pairs");
    leaderCallsSuit = has("joker.lead", "calls_suit");
  }

  /** For example {@code american-hearts}. */
  public String name() {
    return message.getName();
  }

  /** Players at the table. */
  public int seats() {
    return message.getSeats();
  }

  /** Every card in play. */
  public List<Integer> pack() {
    return pack;
  }

  /** A parameter of the rule book by its dotted name, such as {@code lead.first}. */
  public Optional<JsonElement> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /** How much a player minds to take a card: above 0 is bad in every game, below 0 good. */
  public int cost(int card) {
    return costs[card];
  }

  /** The suit that a trick of these cards asks for. Empty: open, or not to be seen in them. */
  public OptionalInt ledSuit(List<Integer> cards) {
    if (leaderCallsSuit && !cards.isEmpty() && cards.get(0) >= JOKER) {
      return OptionalInt.empty();
    }
    return cards.stream().filter(card -> card < JOKER).mapToInt(Cards::suitOf).findFirst();
  }

  /**
   * Which of the cards of a trick, to which the suit {@code led} was led, wins it as it lies.
   *
   * <p>A trick without a card of that suit goes to the joker that led it. Empty: nothing wins.
   */
  public OptionalInt winningIndex(List<Integer> cards, OptionalInt led) {
    if (twoPairsVoid && cards.stream().filter(card -> isCancelled(card, cards)).count() >= 4) {
      return OptionalInt.empty();
    }
    OptionalInt best = OptionalInt.empty();
    int bestRank = -1;
    for (int index = 0; index < cards.size(); index++) {
      int card = cards.get(index);
      boolean follows = led.isPresent() && suitOf(card) == led.getAsInt();
      // Of two identical cards the later one wins.
      if (follows && rankOf(card) >= bestRank && !isCancelled(card, cards)) {
        best = OptionalInt.of(index);
        bestRank = rankOf(card);
      }
    }
    boolean jokerLed = !cards.isEmpty() && cards.get(0) >= JOKER;
    return best.isEmpty() && jokerLed ? OptionalInt.of(0) : best;
  }

  private boolean isCancelled(int card, List<Integer> trick) {
    return duplicatesCancel && card < JOKER && trick.contains(card ^ SECOND_COPY);
  }

  private boolean has(String name, String value) {
    return new JsonPrimitive(value).equals(parameters.get(name));
  }

  private static int[] costs(Rules message, List<Integer> pack) {
    int sign = message.getHighIsGood() ? -1 : 1;
    int[] costs = new int[256];
    for (int index = 0; index < pack.size(); index++) {
      costs[pack.get(index)] = sign * message.getPoints(index);
      if (index < message.getPointsImaginaryCount()) {
        costs[pack.get(index)] += Math.abs(message.getPointsImaginary(index));
      }
    }
    return costs;
  }
}
