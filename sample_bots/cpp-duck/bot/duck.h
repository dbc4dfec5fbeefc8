// Plays as high as it can without winning the trick, and low when it cannot help winning.
#pragma once

#include "arena/client.h"

// Thinks no further than the trick on the table.
class Duck : public arena::Bot {
 public:
  // Gets rid of danger where that is free; the lowest options of what it has no idea about.
  arena::Choice Act(const arena::Turn& turn) override;
};
