#include "arena/game_rules.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstdlib>

namespace arena {

GameRules::GameRules(const hearts::referee::v1::Rules& message)
    : message_(message), pack_(ToNumbers(message.pack())) {
  if (!message.parameters().empty()) {
    const auto read =
        google::protobuf::util::JsonStringToMessage(message.parameters(), &parameters_);
    if (!read.ok()) parameters_.Clear();
  }
  duplicates_cancel_ = Has("trick.duplicates", "cancel");
  two_pairs_void_ = duplicates_cancel_ && Has("trick.void_on", "two_pairs");
  leader_calls_suit_ = Has("joker.lead", "calls_suit");

  const int sign = message.high_is_good() ? -1 : 1;
  for (int index = 0; index < message.points_size(); ++index) {
    costs_[pack_.at(index)] = sign * message.points(index);
  }
  for (int index = 0; index < message.points_imaginary_size(); ++index) {
    costs_[pack_.at(index)] += std::abs(message.points_imaginary(index));
  }
}

std::optional<int> GameRules::LedSuit(const Cards& cards) const {
  if (leader_calls_suit_ && !cards.empty() && cards.front() >= kJoker) return std::nullopt;
  const auto first =
      std::find_if(cards.begin(), cards.end(), [](Card card) { return card < kJoker; });
  return first == cards.end() ? std::nullopt : std::optional(SuitOf(*first));
}

std::optional<std::size_t> GameRules::WinningIndex(const Cards& cards,
                                                   std::optional<int> led) const {
  const auto is_cancelled = [&](Card card) { return IsCancelled(card, cards); };
  if (two_pairs_void_ && std::count_if(cards.begin(), cards.end(), is_cancelled) >= 4) {
    return std::nullopt;
  }
  std::optional<std::size_t> best;
  for (std::size_t index = 0; index < cards.size(); ++index) {
    const Card card = cards[index];
    if (SuitOf(card) != led || is_cancelled(card)) continue;
    // Of two identical cards the later one wins.
    if (!best || RankOf(card) >= RankOf(cards[*best])) best = index;
  }
  if (!best && !cards.empty() && cards.front() >= kJoker) return 0;
  return best;
}

bool GameRules::Has(const std::string& name, const std::string& value) const {
  const auto found = parameters_.fields().find(name);
  return found != parameters_.fields().end() && found->second.string_value() == value;
}

bool GameRules::IsCancelled(Card card, const Cards& trick) const {
  const Card twin = card ^ kSecondCopy;
  return duplicates_cancel_ && card < kJoker &&
         std::find(trick.begin(), trick.end(), twin) != trick.end();
}

}  // namespace arena
