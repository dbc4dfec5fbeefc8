// A bot for hearts-arena.
#include "arena/client.h"
#include "bot/duck.h"

int main() {
  Duck duck;
  return arena::Run(duck);
}
