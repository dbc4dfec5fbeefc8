#include "bot/duck.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace hearts::referee::v1;
using arena::Cards;

// American Hearts: a heart costs 1, the queen of spades 13.
Rules AmericanHearts() {
  Rules rules;
  for (int card = 0; card < 64; ++card) {
    if (arena::RankOf(card) == 0) continue;
    rules.mutable_pack()->push_back(static_cast<char>(card));
    rules.add_points(card == CARD_QS ? 13 : arena::SuitOf(card) == HEARTS ? 1 : 0);
  }
  return rules;
}

Turn Ask(Kind kind, const Cards& options, int least) {
  Turn turn;
  turn.set_kind(kind);
  turn.set_options(std::string(options.begin(), options.end()));
  turn.set_least(least);
  turn.set_most(least);
  return turn;
}

Turn PlayTo(const Cards& trick, const Cards& options) {
  Turn turn = Ask(PLAY, options, 1);
  turn.mutable_observation()->set_plays(std::string(trick.begin(), trick.end()));
  for (std::size_t index = 0; index < trick.size(); ++index) {
    const std::size_t seat = (index + 4 - trick.size() % 4) % 4;
    turn.mutable_observation()->mutable_play_seats()->push_back(static_cast<char>(seat));
  }
  turn.mutable_observation()->set_trick_starts(std::string(1, '\0'));
  return turn;
}

Cards Choose(const Turn& turn, const Rules& rules = AmericanHearts()) {
  const arena::GameRules told(rules);
  return Duck().Act(arena::Turn(turn, told));
}

TEST(DuckTest, PlaysTheHighestCardThatDoesNotWin) {
  EXPECT_EQ(Choose(PlayTo({CARD_JC, CARD_QC}, {CARD_2C, CARD_JC, CARD_KC})), Cards{CARD_JC});
}

TEST(DuckTest, ThrowsTheMostExpensiveCardWhenItCannotFollow) {
  EXPECT_EQ(Choose(PlayTo({CARD_JC}, {CARD_AD, CARD_QS, CARD_AS, CARD_AH})), Cards{CARD_QS});
}

TEST(DuckTest, PlaysLowWhenItMustWin) {
  EXPECT_EQ(Choose(PlayTo({CARD_2C}, {CARD_9C, CARD_AC})), Cards{CARD_9C});
}

TEST(DuckTest, PassesTheQueenAndWhatWouldCatchHer) {
  const Turn turn = Ask(PASS, {CARD_AC, CARD_2S, CARD_QS, CARD_AS, CARD_AH}, 3);
  EXPECT_EQ(Choose(turn), (Cards{CARD_AS, CARD_QS, CARD_AC}));
}

TEST(DuckTest, BuriesHighCardsThatCostNothing) {
  const Turn turn = Ask(BURY, {CARD_3C, CARD_AD, CARD_QS, CARD_2H}, 2);
  EXPECT_EQ(Choose(turn), (Cards{CARD_AD, CARD_3C}));
}

TEST(DuckTest, ThrowsACardOfTheSuitThatTheAuctionNamed) {
  Turn turn = PlayTo({CARD_JC}, {CARD_2D, CARD_AH});
  turn.mutable_observation()->set_penalty_suit(DIAMONDS);
  EXPECT_EQ(Choose(turn), Cards{CARD_2D});
}

TEST(DuckTest, KnowsThatIdenticalCardsCancelEachOther) {
  Rules rules = AmericanHearts();
  rules.set_parameters(R"({"trick.duplicates": "cancel"})");
  const Cards options = {CARD_2C, CARD_JC};
  const Cards twins = {CARD_KC, CARD_9C, CARD_KC + arena::kSecondCopy};
  EXPECT_EQ(Choose(PlayTo({CARD_KC, CARD_9C}, options), rules), Cards{CARD_JC});
  EXPECT_EQ(Choose(PlayTo(twins, options), rules), Cards{CARD_2C});
}

TEST(DuckTest, ThrowsNothingExpensiveOnATrickThatItHoldsAlready) {
  const Cards trick = {CARD_9C, CARD_3C, CARD_4C, CARD_5C};  // a nine adds a round
  EXPECT_EQ(Choose(PlayTo(trick, {CARD_2D, CARD_QS})), Cards{CARD_2D});
}

TEST(DuckTest, TakesTheFirstOptionsOfWhatItHasNoIdeaAbout) {
  EXPECT_EQ(Choose(Ask(BID, {0, 4, 5}, 1)), Cards{0});
}

}  // namespace
