// Cards are bytes: 64 * copy + 16 * suit + rank, the numbers of `enum Card` in referee.proto.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arena {

using Card = std::uint8_t;
using Cards = std::vector<Card>;
// A place at the table, from 0 clockwise.
using Seat = std::uint8_t;
using Seats = std::vector<Seat>;

// The second copy of a card, in games with two packs, is this much higher than the first.
constexpr Card kSecondCopy = 64;
// The first joker. Cards from here on have no suit.
constexpr Card kJoker = 128;

// The suit of a card, a number of `enum Suit`; 4 for a joker.
constexpr int SuitOf(Card card) { return card < kJoker ? card >> 4 & 3 : 4; }

// The rank of a card, 0 to 15; higher beats lower within a suit.
constexpr int RankOf(Card card) { return card & 15; }

// The cards, or seats, of a `bytes` field.
inline std::vector<std::uint8_t> ToNumbers(const std::string& bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace arena
