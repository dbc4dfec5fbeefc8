package arena;

/** Why the program ends early, and with which status. */
final class Failure extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  Failure(int status, String reason) {
    super(reason);
    this.status = status;
  }

  int status() {
    return status;
  }
}
