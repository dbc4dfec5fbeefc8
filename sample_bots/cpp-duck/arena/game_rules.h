// The rules of a game as a bot reads them: what cards cost, who wins a trick.
#pragma once

#include <google/protobuf/struct.pb.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "arena/cards.h"
#include "referee.pb.h"

namespace arena {

// One game of the Hearts family for one number of seats.
class GameRules {
 public:
  explicit GameRules(const hearts::referee::v1::Rules& message);

  // For example "american-hearts".
  const std::string& name() const { return message_.name(); }
  // Players at the table.
  int seats() const { return static_cast<int>(message_.seats()); }
  // Every card in play.
  const Cards& pack() const { return pack_; }
  // All parameters of the rule book by dotted name, such as "lead.first".
  const google::protobuf::Struct& parameters() const { return parameters_; }

  // How much a player minds to take a card: above 0 is bad in every game, below 0 good.
  int Cost(Card card) const { return costs_[card]; }

  // The suit that a trick of these cards asks for. None: open, or not to be seen in them.
  std::optional<int> LedSuit(const Cards& cards) const;

  // Which of the cards of a trick, to which the suit `led` was led, wins it as it lies.
  //
  // A trick without a card of that suit goes to the joker that led it. None: nothing wins.
  std::optional<std::size_t> WinningIndex(const Cards& cards, std::optional<int> led) const;

 private:
  bool Has(const std::string& name, const std::string& value) const;
  bool IsCancelled(Card card, const Cards& trick) const;

  hearts::referee::v1::Rules message_;
  google::protobuf::Struct parameters_;
  Cards pack_;
  std::array<int, 256> costs_{};
  bool duplicates_cancel_;
  bool two_pairs_void_;
  bool leader_calls_suit_;
};

}  // namespace arena
