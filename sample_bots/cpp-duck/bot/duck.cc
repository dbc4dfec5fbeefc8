#include "bot/duck.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace {

using arena::Card;
using arena::Cards;
using arena::RankOf;
using arena::SuitOf;
using arena::Turn;

// From this cost on a card makes the higher cards of its suit dangerous too.
constexpr int kExpensive = 5;

// How gladly it passes a card: by rank, above all what may win an expensive card.
int Danger(const Turn& turn, Card card) {
  int danger = RankOf(card);
  for (const Card other : turn.rules().pack()) {
    const int cost = turn.Cost(other);
    if (SuitOf(other) == SuitOf(card) && other <= card && cost >= kExpensive) danger += cost;
  }
  return danger;
}

// The worst card that does not win; else the lowest.
Card Play(const Turn& turn) {
  const Cards& options = turn.options();
  Cards losing;
  std::copy_if(options.begin(), options.end(), std::back_inserter(losing),
               [&](Card card) { return !turn.Wins(card); });
  const auto by_cost = [&](Card a, Card b) {
    return std::tuple(turn.Cost(a), RankOf(a)) < std::tuple(turn.Cost(b), RankOf(b));
  };
  const auto by_rank = [&](Card a, Card b) {
    return std::tuple(RankOf(a), turn.Cost(a)) < std::tuple(RankOf(b), turn.Cost(b));
  };
  return losing.empty() ? *std::min_element(options.begin(), options.end(), by_rank)
                        : *std::max_element(losing.begin(), losing.end(), by_cost);
}

}  // namespace

arena::Choice Duck::Act(const Turn& turn) {
  Cards options = turn.options();
  switch (turn.kind()) {
    case arena::Kind::PLAY:
      return {Play(turn)};
    case arena::Kind::PASS:
      std::stable_sort(options.begin(), options.end(),
                       [&](Card a, Card b) { return Danger(turn, a) > Danger(turn, b); });
      break;
    case arena::Kind::BURY:
      std::stable_sort(options.begin(), options.end(), [&](Card a, Card b) {
        return std::tuple(turn.Cost(a), -RankOf(a)) < std::tuple(turn.Cost(b), -RankOf(b));
      });
      break;
    default:
      break;
  }
  options.resize(turn.least());
  return options;
}
