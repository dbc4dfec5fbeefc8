package arena

import (
	"bytes"
	"encoding/json"
	"fmt"

	pb "go-duck/refereepb"
)

// Costs says by card how much its taker minds it: above 0 is bad in every game, below 0 good.
type Costs [256]int

// Rules are one game of the Hearts family for one number of seats.
type Rules struct {
	*pb.Rules
	// Values are all parameters of the rule book by dotted name: Values["lead.first"].
	Values map[string]any
	// CardCosts are the costs of the cards before an auction names another suit.
	CardCosts Costs

	duplicatesCancel, twoPairsVoid, leaderCallsSuit bool
}

// NewRules reads the rules that the referee sent.
func NewRules(message *pb.Rules) (*Rules, error) {
	rules := &Rules{Rules: message, Values: map[string]any{}}
	if len(message.Points) != len(message.Pack) {
		return nil, fmt.Errorf("rules %s: %d cards, but points of %d",
			message.Name, len(message.Pack), len(message.Points))
	}
	for index, card := range message.Pack {
		cost := int(message.Points[index])
		if message.HighIsGood {
			cost = -cost
		}
		if index < len(message.PointsImaginary) {
			cost += max(int(message.PointsImaginary[index]), -int(message.PointsImaginary[index]))
		}
		rules.CardCosts[card] = cost
	}
	if message.Parameters != "" {
		if err := json.Unmarshal([]byte(message.Parameters), &rules.Values); err != nil {
			return nil, fmt.Errorf("rules %s: parameters: %w", message.Name, err)
		}
	}
	rules.duplicatesCancel = rules.Values["trick.duplicates"] == "cancel"
	rules.twoPairsVoid = rules.duplicatesCancel && rules.Values["trick.void_on"] == "two_pairs"
	rules.leaderCallsSuit = rules.Values["joker.lead"] == "calls_suit"
	return rules, nil
}

// LedSuit returns the suit that a trick of these cards asks for, NoSuit when it is open or not to
// be seen in the cards.
func (r *Rules) LedSuit(cards []byte) int {
	if len(cards) > 0 && cards[0] >= Joker && r.leaderCallsSuit {
		return NoSuit
	}
	for _, card := range cards {
		if card < Joker {
			return SuitOf(card)
		}
	}
	return NoSuit
}

// WinningIndex says which of the cards of a trick, to which the suit led was led, wins it as it
// lies; -1 when none does. A trick without a card of that suit goes to the joker that led it.
func (r *Rules) WinningIndex(cards []byte, led int) int {
	if r.twoPairsVoid && twins(cards) >= 4 {
		return -1
	}
	best, bestRank := -1, -1
	for index, card := range cards {
		if SuitOf(card) != led || r.duplicatesCancel && hasTwin(cards, card) {
			continue
		}
		if RankOf(card) >= bestRank { // of two identical cards the later one
			best, bestRank = index, RankOf(card)
		}
	}
	if best < 0 && len(cards) > 0 && cards[0] >= Joker {
		return 0
	}
	return best
}

func hasTwin(cards []byte, card byte) bool {
	return card < Joker && bytes.IndexByte(cards, card^SecondCopy) >= 0
}

func twins(cards []byte) (count int) {
	for _, card := range cards {
		if hasTwin(cards, card) {
			count++
		}
	}
	return count
}
