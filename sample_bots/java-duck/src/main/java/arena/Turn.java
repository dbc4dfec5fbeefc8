package arena;

import static arena.Cards.suitOf;

import com.google.protobuf.ByteString;
import hearts.referee.v1.RefereeOuterClass;
import hearts.referee.v1.RefereeOuterClass.Kind;
import hearts.referee.v1.RefereeOuterClass.Observation;
import hearts.referee.v1.RefereeOuterClass.Suit;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * One question to one seat: choose at least {@link #least} and at most {@link #most} of the {@link
 * #options}.
 *
 * <p>It only reads the message; what has no method here is in {@link #observation}.
 */
public final class Turn {
  private final RefereeOuterClass.Turn message;
  private final GameRules rules;
  private final List<Integer> options;
  private final List<Integer> trick;
  private final List<Integer> trickSeats;

  /** The turn of a message, under its rules. */
  public Turn(RefereeOuterClass.Turn message, GameRules rules) {
    this.message = message;
    this.rules = rules;
    options = Bytes.toList(message.getOptions());
    Observation seen = message.getObservation();
    int start = trickStart(seen);
    trick = Bytes.toList(seen.getPlays().substring(start));
    trickSeats = Bytes.toList(seen.getPlaySeats().substring(start));
  }

  /** The number of this turn; no two turns of a session share it. */
  public long id() {
    return message.getId();
  }

  /** The number of the table; several games may run at once. */
  public int table() {
    return message.getTable();
  }

  /** Your seat, from 0 clockwise. */
  public int seat() {
    return message.getSeat();
  }

  /** What is asked. */
  public Kind kind() {
    return message.getKind();
  }

  /** What you may choose from, ascending: cards, bids, suits, ..., depending on the kind. */
  public List<Integer> options() {
    return options;
  }

  /** Choose at least this many options. */
  public int least() {
    return message.getLeast();
  }

  /** Choose at most this many options. */
  public int most() {
    return message.getMost();
  }

  /** Seconds for this turn, reserve included, as the referee sent it. */
  public double timeLeft() {
    return message.getTimeLeft();
  }

  /** The rules of this table's game. */
  public GameRules rules() {
    return rules;
  }

  /** All that this seat knows. */
  public Observation observation() {
    return message.getObservation();
  }

  /**
   * How much the taker of a card minds it in this deal.
   *
   * <p>An auction may name the suit that costs: a card of it then costs what the heart of its rank
   * did, and hearts cost nothing.
   */
  public int cost(int card) {
    Suit named = observation().getPenaltySuit();
    if (!observation().hasPenaltySuit() || named == Suit.HEARTS) {
      return rules.cost(card);
    }
    if (suitOf(card) == Suit.HEARTS_VALUE) {
      return 0;
    }
    boolean moved = suitOf(card) == named.getNumber() && rules.cost(card) == 0;
    return rules.cost(moved ? card + 16 * (Suit.HEARTS_VALUE - named.getNumber()) : card);
  }

  /** The cards of the current trick, as far as it is played. */
  public List<Integer> trick() {
    return trick;
  }

  /** Who played the cards of the current trick. */
  public List<Integer> trickSeats() {
    return trickSeats;
  }

  /** The suit to follow. Empty: you lead, or only jokers were led and it is open. */
  public OptionalInt ledSuit() {
    return observation().hasLedSuit()
        ? OptionalInt.of(observation().getLedSuitValue())
        : rules.ledSuit(trick);
  }

  /** Whether the trick, as it lies once you have played this card, is yours. */
  public boolean wins(int card) {
    List<Integer> cards = append(trick, card);
    List<Integer> seats = append(trickSeats, seat());
    OptionalInt led = ledSuit().isPresent() ? ledSuit() : rules.ledSuit(cards);
    OptionalInt winner = rules.winningIndex(cards, led);
    return winner.isPresent() && seats.get(winner.getAsInt()) == seat();
  }

  private static List<Integer> append(List<Integer> numbers, int number) {
    return Stream.concat(numbers.stream(), Stream.of(number)).toList();
  }

  private static int trickStart(Observation seen) {
    int finished = seen.getTrickWinners().size();
    ByteString starts = seen.getTrickStarts();
    return finished < starts.size() ? starts.byteAt(finished) & 0xff : seen.getPlays().size();
  }
}
