package bot;

import static arena.Cards.SECOND_COPY;
import static hearts.referee.v1.RefereeOuterClass.Card.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import arena.Cards;
import arena.GameRules;
import arena.Turn;
import com.google.protobuf.ByteString;
import hearts.referee.v1.RefereeOuterClass;
import hearts.referee.v1.RefereeOuterClass.Card;
import hearts.referee.v1.RefereeOuterClass.Kind;
import hearts.referee.v1.RefereeOuterClass.Observation;
import hearts.referee.v1.RefereeOuterClass.Rules;
import hearts.referee.v1.RefereeOuterClass.Suit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DuckTest {
  @Test
  void playsTheHighestCardThatDoesNotWin() {
    var turn = playTo(bytes(CARD_JC, CARD_QC), bytes(CARD_2C, CARD_JC, CARD_KC));
    assertEquals(cards(CARD_JC), choice(turn, americanHearts()));
  }

  @Test
  void throwsTheMostExpensiveCardWhenItCannotFollow() {
    var turn = playTo(bytes(CARD_JC), bytes(CARD_AD, CARD_QS, CARD_AS, CARD_AH));
    assertEquals(cards(CARD_QS), choice(turn, americanHearts()));
  }

  @Test
  void playsLowWhenItMustWin() {
    var turn = playTo(bytes(CARD_2C), bytes(CARD_9C, CARD_AC));
    assertEquals(cards(CARD_9C), choice(turn, americanHearts()));
  }

  @Test
  void passesTheQueenAndWhatWouldCatchHer() {
    var turn = turn(Kind.PASS, bytes(CARD_AC, CARD_2S, CARD_QS, CARD_AS, CARD_AH), 3);
    assertEquals(cards(CARD_AS, CARD_QS, CARD_AC), choice(turn, americanHearts()));
  }

  @Test
  void buriesHighCardsThatCostNothing() {
    var turn = turn(Kind.BURY, bytes(CARD_3C, CARD_AD, CARD_QS, CARD_2H), 2);
    assertEquals(cards(CARD_AD, CARD_3C), choice(turn, americanHearts()));
  }

  @Test
  void throwsACardOfTheSuitThatTheAuctionNamed() {
    var turn = playTo(bytes(CARD_JC), bytes(CARD_2D, CARD_AH));
    turn.getObservationBuilder().setPenaltySuit(Suit.DIAMONDS);
    assertEquals(cards(CARD_2D), choice(turn, americanHearts()));
  }

  @Test
  void knowsThatIdenticalCardsCancelEachOther() {
    var rules = americanHearts().setParameters("{\"trick.duplicates\": \"cancel\"}");
    var options = bytes(CARD_2C, CARD_JC, CARD_QS);
    var led = bytes(CARD_KC, CARD_9C);
    var twin = ByteString.copyFrom(new byte[] {(byte) (CARD_KC.getNumber() + SECOND_COPY)});
    assertEquals(cards(CARD_QS), choice(playTo(led, options), rules));
    assertEquals(cards(CARD_JC), choice(playTo(led, bytes(CARD_2C, CARD_JC)), rules));
    var followers = bytes(CARD_2C, CARD_JC);
    assertEquals(cards(CARD_2C), choice(playTo(led.concat(twin), followers), rules));
  }

  @Test
  void throwsNothingExpensiveOnATrickThatItHoldsAlready() {
    var trick = bytes(CARD_9C, CARD_3C, CARD_4C, CARD_5C); // a nine adds a round
    assertEquals(cards(CARD_2D), choice(playTo(trick, bytes(CARD_2D, CARD_QS)), americanHearts()));
  }

  @Test
  void takesTheFirstOptionsOfWhatItHasNoIdeaAbout() {
    var turn = turn(Kind.BID, ByteString.copyFrom(new byte[] {0, 4, 5}), 1);
    assertEquals(List.of(0), choice(turn, americanHearts()));
  }

  /** A heart costs 1, the queen of spades 13. */
  private static Rules.Builder americanHearts() {
    var rules = Rules.newBuilder();
    var pack = ByteString.newOutput();
    for (int card = 0; card < 64; card++) {
      if (Cards.rankOf(card) > 0) {
        pack.write(card);
        rules.addPoints(card == CARD_QS.getNumber() ? 13 : Cards.suitOf(card) == 3 ? 1 : 0);
      }
    }
    return rules.setPack(pack.toByteString());
  }

  private static RefereeOuterClass.Turn.Builder turn(Kind kind, ByteString options, int least) {
    return RefereeOuterClass.Turn.newBuilder()
        .setKind(kind)
        .setOptions(options)
        .setLeast(least)
        .setMost(least);
  }

  private static RefereeOuterClass.Turn.Builder playTo(ByteString trick, ByteString options) {
    var seats = ByteString.newOutput();
    for (int index = 0; index < trick.size(); index++) {
      seats.write((index + 4 - trick.size() % 4) % 4);
    }
    var seen = Observation.newBuilder().setPlays(trick).setPlaySeats(seats.toByteString());
    seen.setTrickStarts(ByteString.copyFrom(new byte[] {0}));
    return turn(Kind.PLAY, options, 1).setObservation(seen);
  }

  private static List<Integer> choice(
      RefereeOuterClass.Turn.Builder turn, Rules.Builder rules) {
    return new Duck().act(new Turn(turn.build(), new GameRules(rules.build())));
  }

  private static List<Integer> cards(Card... cards) {
    return Stream.of(cards).map(Card::getNumber).toList();
  }

  private static ByteString bytes(Card... cards) {
    var bytes = ByteString.newOutput(cards.length);
    cards(cards).forEach(bytes::write);
    return bytes.toByteString();
  }
}
