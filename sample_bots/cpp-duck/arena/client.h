// The client of the referee: write Bot::Act, call Run.
#pragma once

#include <vector>

#include "arena/cards.h"
#include "arena/turn.h"
#include "referee.pb.h"

namespace arena {

// Some of the options of a turn.
using Choice = Cards;

// A player. Write Act; the other methods are news that you may ignore.
class Bot {
 public:
  virtual ~Bot() = default;

  // Chooses between turn.least() and turn.most() of the turn.options().
  virtual Choice Act(const Turn& turn) = 0;

  // Answers all turns that wait, from all tables, in their order.
  virtual std::vector<Choice> ActAll(const std::vector<Turn>& turns);

  // The rules and limits of the session, at each connection; the start limit still runs.
  virtual void Welcome(const hearts::referee::v1::Welcome&) {}
  // You sit down at a table.
  virtual void GameStart(const hearts::referee::v1::GameStart&) {}
  // A deal is over: its points, and all its cards for learning.
  virtual void DealEnd(const hearts::referee::v1::DealEnd&) {}
  // A game is over: the ranks by seat.
  virtual void GameEnd(const hearts::referee::v1::GameEnd&) {}
  // The referee charged you with a fault. Goes to the log unless you override it.
  virtual void Fault(const hearts::referee::v1::FaultNotice& notice);
};

// Plays until the referee says goodbye; returns the status for the end of the program.
//
// Reads HEARTS_ADDRESS and HEARTS_TOKEN from the environment. A lost stream is taken up again. The
// status is 2 when one of them is missing, 1 when the referee cannot be reached or refuses. SIGTERM
// and Ctrl-C end the program with status 0.
int Run(Bot& bot);

}  // namespace arena
