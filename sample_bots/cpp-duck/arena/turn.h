// A turn as a bot reads it: what is asked, and all that this seat knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "arena/cards.h"
#include "arena/game_rules.h"
#include "referee.pb.h"

namespace arena {

using hearts::referee::v1::Kind;

// One question to one seat: choose at least least() and at most most() of the options().
//
// It only reads the message; what has no method here is in observation(). Message and rules must
// outlive it.
class Turn {
 public:
  Turn(const hearts::referee::v1::Turn& message, const GameRules& rules);

  // The number of this turn; no two turns of a session share it.
  std::uint64_t id() const { return message_->id(); }
  // The number of the table; several games may run at once.
  std::uint32_t table() const { return message_->table(); }
  // Your seat, from 0 clockwise.
  int seat() const { return static_cast<int>(message_->seat()); }
  // What is asked.
  Kind kind() const { return message_->kind(); }
  // What you may choose from, ascending: cards, bids, suits, ..., depending on the kind.
  const Cards& options() const { return options_; }
  // Choose at least this many options.
  std::size_t least() const { return message_->least(); }
  // Choose at most this many options.
  std::size_t most() const { return message_->most(); }
  // Seconds for this turn, reserve included, as the referee sent it.
  double time_left() const { return message_->time_left(); }

  const GameRules& rules() const { return *rules_; }
  // All that this seat knows.
  const hearts::referee::v1::Observation& observation() const { return message_->observation(); }

  // The cards of the current trick, as far as it is played.
  const Cards& trick() const { return trick_; }
  // Who played the cards of the current trick.
  const Seats& trick_seats() const { return trick_seats_; }

  // How much the taker of a card minds it in this deal.
  //
  // An auction may name the suit that costs: a card of it then costs what the heart of its rank
  // did, and hearts cost nothing.
  int Cost(Card card) const;

  // The suit to follow. None: you lead, or only jokers were led and it is open.
  std::optional<int> LedSuit() const;

  // Whether the trick, as it lies once you have played this card, is yours.
  bool Wins(Card card) const;

 private:
  const hearts::referee::v1::Turn* message_;
  const GameRules* rules_;
  Cards options_;
  Cards trick_;
  Seats trick_seats_;
};

}  // namespace arena
