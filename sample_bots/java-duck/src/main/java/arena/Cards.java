package arena;

/** Cards are numbers: {@code 64 * copy + 16 * suit + rank}, as in {@code enum Card}. */
public final class Cards {
  /** The second copy of a card, in games with two packs, is this much higher than the first. */
  public static final int SECOND_COPY = 64;

  /** The first joker. Cards from here on have no suit. */
  public static final int JOKER = 128;

  private Cards() {}

  /** The suit of a card, a number of {@code enum Suit}; 4 for a joker. */
  public static int suitOf(int card) {
    return card < JOKER ? card >> 4 & 3 : 4;
  }

  /** The rank of a card, 0 to 15; higher beats lower within a suit. */
  public static int rankOf(int card) {
    return card & 15;
  }
}
