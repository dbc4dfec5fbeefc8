package arena

// A card is one byte, 64*copy + 16*suit + rank: the numbers of pb.Card.
const (
	// SecondCopy is what a card of the second pack has more than its twin.
	SecondCopy = 64
	// Joker is the first joker. Cards from here on have no suit.
	Joker = 128
	// NoSuit stands for the suit to follow where there is none.
	NoSuit = -1
)

// SuitOf returns the suit of a card, a number of pb.Suit; a joker gives 4, which is no suit.
func SuitOf(card byte) int {
	if card >= Joker {
		return 4
	}
	return int(card >> 4 & 3)
}

// RankOf returns the rank of a card, 0 to 15; higher beats lower within a suit.
func RankOf(card byte) int {
	return int(card & 15)
}
