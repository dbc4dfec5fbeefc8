#include "arena/turn.h"

namespace arena {
namespace {

namespace pb = hearts::referee::v1;

std::size_t TrickStart(const pb::Observation& seen) {
  const std::size_t finished = seen.trick_winners().size();
  const Cards starts = ToNumbers(seen.trick_starts());
  return finished < starts.size() ? starts[finished] : seen.plays().size();
}

}  // namespace

Turn::Turn(const pb::Turn& message, const GameRules& rules)
    : message_(&message),
      rules_(&rules),
      options_(ToNumbers(message.options())),
      trick_(ToNumbers(observation().plays().substr(TrickStart(observation())))),
      trick_seats_(ToNumbers(observation().play_seats().substr(TrickStart(observation())))) {}

int Turn::Cost(Card card) const {
  const int named = observation().penalty_suit();
  if (!observation().has_penalty_suit() || named == pb::HEARTS) return rules_->Cost(card);
  if (SuitOf(card) == pb::HEARTS) return 0;
  const bool moved = SuitOf(card) == named && rules_->Cost(card) == 0;
  return rules_->Cost(moved ? card + 16 * (pb::HEARTS - named) : card);
}

std::optional<int> Turn::LedSuit() const {
  return observation().has_led_suit() ? std::optional<int>(observation().led_suit())
                                      : rules_->LedSuit(trick_);
}

bool Turn::Wins(Card card) const {
  Cards cards = trick_;
  cards.push_back(card);
  std::optional<int> led = LedSuit();
  if (!led) led = rules_->LedSuit(cards);
  const std::optional<std::size_t> winner = rules_->WinningIndex(cards, led);
  if (!winner) return false;
  return *winner == trick_.size() || trick_seats_.at(*winner) == seat();
}

}  // namespace arena
