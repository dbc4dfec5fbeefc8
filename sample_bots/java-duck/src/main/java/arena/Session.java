package arena;

import hearts.referee.v1.RefereeOuterClass.Action;
import hearts.referee.v1.RefereeOuterClass.Answers;
import hearts.referee.v1.RefereeOuterClass.BotMessage;
import hearts.referee.v1.RefereeOuterClass.Hello;
import hearts.referee.v1.RefereeOuterClass.Ready;
import hearts.referee.v1.RefereeOuterClass.RefereeMessage;
import hearts.referee.v1.RefereeOuterClass.Rules;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What outlives a stream: the bot, its token, and how often the stream was lost. */
final class Session {
  private static final int PROTOCOL = 1;
  private static final String CLIENT = "java 1.0";

  private final Bot bot;
  private final String token;
  private final Map<Integer, GameRules> rules = new HashMap<>();
  private int losses = 0;

  Session(Bot bot, String token) {
    this.bot = bot;
    this.token = token;
  }

  /** Streams lost in a row, without a turn between them, this one included. */
  int countLoss() {
    return ++losses;
  }

  /** Holds one stream to its end; whether that was a goodbye. */
  boolean converse(BlockingClientCall<BotMessage, RefereeMessage> stream)
      throws InterruptedException, StatusException {
    Hello hello =
        Hello.newBuilder().setToken(token).setProtocol(PROTOCOL).setClient(CLIENT).build();
    stream.write(BotMessage.newBuilder().setHello(hello).build());
    RefereeMessage message;
    while ((message = stream.read()) != null) {
      if (message.hasWelcome()) {
        for (Rules told : message.getWelcome().getRulesList()) {
          rules.put(told.getId(), new GameRules(told));
        }
        bot.welcome(message.getWelcome());
        stream.write(BotMessage.newBuilder().setReady(Ready.getDefaultInstance()).build());
      }
      tellNews(message);
      if (message.getTurnsCount() > 0) {
        losses = 0;
        stream.write(BotMessage.newBuilder().setAnswers(answer(message)).build());
      }
      if (message.hasGoodbye()) {
        stream.halfClose();
        return true;
      }
    }
    return false;
  }

  /** Passes on everything that wants no answer. */
  private void tellNews(RefereeMessage message) {
    message.getGameStartsList().forEach(bot::gameStart);
    message.getFaultsList().forEach(bot::fault);
    message.getDealEndsList().forEach(bot::dealEnd);
    message.getGameEndsList().forEach(bot::gameEnd);
  }

  /** All the answers to the turns of one message, in one message. */
  private Answers answer(RefereeMessage message) {
    List<Turn> turns =
        message.getTurnsList().stream()
            .map(turn -> new Turn(turn, rules.get(turn.getRules())))
            .toList();
    List<List<Integer>> choices = bot.actAll(turns);
    Answers.Builder answers = Answers.newBuilder();
    for (int index = 0; index < turns.size(); index++) {
      answers.addActions(
          Action.newBuilder()
              .setTurn(turns.get(index).id())
              .setChoice(Bytes.fromList(choices.get(index))));
    }
    return answers.build();
  }
}
