package bot;

import arena.Client;

/** A bot for hearts-arena. */
final class Main {
  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.exit(Client.run(new Duck()));
  }
}
