package main

import (
	"cmp"
	"slices"

	"go-duck/arena"
	pb "go-duck/refereepb"
)

// expensive is the cost from which on a card makes the higher cards of its suit dangerous too.
const expensive = 5

// Duck plays as high as it can without winning the trick, and low when it cannot help winning. It
// thinks no further than the trick on the table.
type Duck struct{ arena.Base }

// Act gets rid of danger where that is free; it takes the lowest options of what it has no idea
// about.
func (Duck) Act(turn *arena.Turn) []byte {
	options := slices.Clone(turn.Options)
	switch turn.Kind {
	case pb.Kind_PLAY:
		return []byte{play(turn)}
	case pb.Kind_PASS:
		slices.SortStableFunc(options, func(a, b byte) int {
			return cmp.Compare(danger(turn, b), danger(turn, a))
		})
	case pb.Kind_BURY:
		slices.SortStableFunc(options, func(a, b byte) int {
			return cmp.Or(
				cmp.Compare(turn.Costs[a], turn.Costs[b]),
				cmp.Compare(arena.RankOf(b), arena.RankOf(a)))
		})
	}
	return options[:turn.Least]
}

// play chooses the worst card that does not win; else the lowest.
func play(turn *arena.Turn) byte {
	losing := slices.DeleteFunc(slices.Clone(turn.Options), turn.Wins)
	if len(losing) > 0 {
		return slices.MaxFunc(losing, func(a, b byte) int {
			return cmp.Or(
				cmp.Compare(turn.Costs[a], turn.Costs[b]),
				cmp.Compare(arena.RankOf(a), arena.RankOf(b)))
		})
	}
	return slices.MinFunc(turn.Options, func(a, b byte) int {
		return cmp.Or(
			cmp.Compare(arena.RankOf(a), arena.RankOf(b)),
			cmp.Compare(turn.Costs[a], turn.Costs[b]))
	})
}

// danger says how gladly Duck passes a card: by rank, above all what may win an expensive card.
func danger(turn *arena.Turn, card byte) int {
	sum := arena.RankOf(card)
	for _, other := range turn.Game.Pack {
		caught := arena.SuitOf(other) == arena.SuitOf(card) && other <= card
		if cost := turn.Costs[other]; caught && cost >= expensive {
			sum += cost
		}
	}
	return sum
}
