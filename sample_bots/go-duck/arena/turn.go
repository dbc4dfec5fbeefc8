package arena

import (
	"slices"

	pb "go-duck/refereepb"
)

// Turn is one question to one seat: choose at least Least and at most Most of the Options. All that
// this seat knows is in Observation.
type Turn struct {
	*pb.Turn
	// Game is what Turn.Rules refers to.
	Game *Rules
	// Trick are the cards of the current trick as far as it is played, TrickSeats who played them.
	Trick, TrickSeats []byte
	// Led is the suit to follow. NoSuit: you lead, or only jokers were led and it is open.
	Led int
	// Costs are the costs of the cards in this deal.
	Costs *Costs
}

// NewTurn reads a turn of a game with these rules.
func NewTurn(message *pb.Turn, rules *Rules) *Turn {
	turn := &Turn{Turn: message, Game: rules, Costs: &rules.CardCosts}
	seen := message.GetObservation()
	if finished := len(seen.GetTrickWinners()); finished < len(seen.GetTrickStarts()) {
		start := seen.TrickStarts[finished]
		turn.Trick, turn.TrickSeats = seen.Plays[start:], seen.PlaySeats[start:]
	}
	turn.Led = rules.LedSuit(turn.Trick)
	if seen != nil && seen.LedSuit != nil {
		turn.Led = int(*seen.LedSuit)
	}
	if seen != nil && seen.PenaltySuit != nil {
		turn.Costs = costsAfterAuction(rules, *seen.PenaltySuit)
	}
	return turn
}

// Wins says whether the trick, as it lies once you have played this card, is yours.
func (t *Turn) Wins(card byte) bool {
	cards := append(slices.Clone(t.Trick), card)
	led := t.Led
	if led == NoSuit {
		led = t.Game.LedSuit(cards)
	}
	index := t.Game.WinningIndex(cards, led)
	// A nine may add a round to the trick, so an earlier card may be yours too.
	return index == len(t.Trick) || index >= 0 && uint32(t.TrickSeats[index]) == t.Seat
}

// costsAfterAuction moves the costs of hearts to the suit that the auction named, rank by rank.
func costsAfterAuction(rules *Rules, named pb.Suit) *Costs {
	if named == pb.Suit_HEARTS {
		return &rules.CardCosts
	}
	moved := rules.CardCosts
	for _, card := range rules.Pack {
		if SuitOf(card) != int(pb.Suit_HEARTS) {
			continue
		}
		moved[card] = 0
		twin := card - 16*byte(pb.Suit_HEARTS-named)
		if slices.Contains(rules.Pack, twin) && moved[twin] == 0 {
			moved[twin] = rules.CardCosts[card]
		}
	}
	return &moved
}
