package main

import (
	"bytes"
	"testing"

	"go-duck/arena"
	pb "go-duck/refereepb"
)

const (
	clubs2, clubs3, clubs9  = byte(pb.Card_CARD_2C), byte(pb.Card_CARD_3C), byte(pb.Card_CARD_9C)
	clubsJack, clubsQueen   = byte(pb.Card_CARD_JC), byte(pb.Card_CARD_QC)
	clubsKing, clubsAce     = byte(pb.Card_CARD_KC), byte(pb.Card_CARD_AC)
	diamonds2, diamondsAce  = byte(pb.Card_CARD_2D), byte(pb.Card_CARD_AD)
	spades2, spadesQueen    = byte(pb.Card_CARD_2S), byte(pb.Card_CARD_QS)
	spadesAce               = byte(pb.Card_CARD_AS)
	hearts2, heartsAce      = byte(pb.Card_CARD_2H), byte(pb.Card_CARD_AH)
	joker, secondClubsQueen = byte(arena.Joker), clubsQueen + arena.SecondCopy
)

// rules are those of American Hearts with two packs and a joker: a heart costs 1, the queen of
// spades 13.
func rules(t *testing.T, parameters string) *arena.Rules {
	t.Helper()
	message := &pb.Rules{Parameters: parameters, Pack: []byte{joker}, Points: []int32{0}}
	for card := range byte(arena.Joker) {
		points := int32(0)
		switch {
		case card%arena.SecondCopy == spadesQueen:
			points = 13
		case arena.SuitOf(card) == int(pb.Suit_HEARTS):
			points = 1
		}
		message.Pack = append(message.Pack, card)
		message.Points = append(message.Points, points)
	}
	read, err := arena.NewRules(message)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestPlay(t *testing.T) {
	diamonds := pb.Suit_DIAMONDS
	tests := []struct {
		name       string
		parameters string
		seen       *pb.Observation
		options    []byte
		want       byte
	}{
		{
			name:    "the highest card that does not win",
			seen:    &pb.Observation{Plays: []byte{clubsJack, clubsQueen}},
			options: []byte{clubs2, clubsJack, clubsKing},
			want:    clubsJack,
		},
		{
			name:    "the most expensive card when it cannot follow",
			seen:    &pb.Observation{Plays: []byte{clubsJack}},
			options: []byte{diamondsAce, spadesQueen, heartsAce},
			want:    spadesQueen,
		},
		{
			name:    "low when it must win",
			seen:    &pb.Observation{Plays: []byte{clubs2}},
			options: []byte{clubs9, clubsAce},
			want:    clubs9,
		},
		{
			name:    "low when it leads, what is cheap first",
			seen:    &pb.Observation{},
			options: []byte{clubs3, diamonds2, hearts2},
			want:    diamonds2,
		},
		{
			name: "to the trick that is not over",
			seen: &pb.Observation{
				Plays:        []byte{clubsAce, clubs2, spades2},
				TrickStarts:  []byte{0, 2},
				TrickWinners: []byte{0},
			},
			options: []byte{clubsKing, heartsAce},
			want:    heartsAce,
		},
		{
			name:    "a card of the suit that the auction named",
			seen:    &pb.Observation{Plays: []byte{clubsJack}, PenaltySuit: &diamonds},
			options: []byte{diamonds2, heartsAce},
			want:    diamonds2,
		},
		{
			name: "low when an earlier card of its own has won already",
			seen: &pb.Observation{
				Plays:     []byte{clubs9, clubsAce, clubs2},
				PlaySeats: []byte{1, 0, 1},
			},
			options: []byte{clubs3, clubsKing},
			want:    clubs3,
		},
		{
			name:    "high when the suit of a joker is not its own",
			seen:    &pb.Observation{Plays: []byte{joker}, LedSuit: &diamonds},
			options: []byte{clubs2, clubsAce},
			want:    clubsAce,
		},
		{
			name:       "any rank when two identical cards cancel each other",
			parameters: `{"trick.duplicates": "cancel"}`,
			seen:       &pb.Observation{Plays: []byte{clubs9, clubsQueen}},
			options:    []byte{clubs2, secondClubsQueen},
			want:       secondClubsQueen,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.seen.TrickStarts == nil {
				test.seen.TrickStarts = []byte{0}
			}
			if test.seen.PlaySeats == nil {
				test.seen.PlaySeats = bytes.Repeat([]byte{1}, len(test.seen.Plays))
			}
			turn := &pb.Turn{Kind: pb.Kind_PLAY, Options: test.options, Least: 1, Observation: test.seen}
			got := Duck{}.Act(arena.NewTurn(turn, rules(t, test.parameters)))
			if !bytes.Equal(got, []byte{test.want}) {
				t.Errorf("played %v, want %d", got, test.want)
			}
		})
	}
}

func TestOtherTurns(t *testing.T) {
	tests := []struct {
		name    string
		kind    pb.Kind
		options []byte
		least   uint32
		want    []byte
	}{
		{
			name:    "passes the queen and what would catch her",
			kind:    pb.Kind_PASS,
			options: []byte{clubsAce, spades2, spadesQueen, spadesAce, heartsAce},
			least:   3,
			want:    []byte{spadesAce, spadesQueen, clubsAce},
		},
		{
			name:    "buries high cards that cost nothing",
			kind:    pb.Kind_BURY,
			options: []byte{clubs3, diamondsAce, spadesQueen, hearts2},
			least:   2,
			want:    []byte{diamondsAce, clubs3},
		},
		{name: "bids as little as it may", kind: pb.Kind_BID, options: []byte{0, 4, 5}, least: 1, want: []byte{0}},
		{name: "exposes nothing", kind: pb.Kind_EXPOSE, options: []byte{spadesQueen}, want: []byte{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			turn := &pb.Turn{Kind: test.kind, Options: test.options, Least: test.least}
			got := Duck{}.Act(arena.NewTurn(turn, rules(t, "")))
			if !bytes.Equal(got, test.want) {
				t.Errorf("chose %v, want %v", got, test.want)
			}
		})
	}
}
