/** A listener that has heard its own word so many times in a row and nobody else's takes itself to be alone. */
const aloneAfter = 3;

/**
 * Which listeners there are on one database, as one of them knows it. Each says every `everyMs` that it is there, and hears its own word
 * too: one that does not cannot hear others either, and so cannot know that it is alone. Times are milliseconds of `performance.now()`.
 */
export class Presence {
  readonly #everyMs: number;
  /** Rounds in which it heard itself, since it last heard anybody else. */
  #roundsAlone = 0;
  #heardItself = false;
  /** Undefined as long as nobody can have relied on its word. */
  #heardItselfAt: number | undefined;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  get isAlone(): boolean {
    return this.#roundsAlone >= aloneAfter;
  }

  /** It listens, on this connection, from now on. */
  begin(): void {
    this.#heardItselfAt = undefined;
  }

  /** It listens, and could not say so: those who take themselves to be alone send it nothing. */
  beginUnheard(): void {
    this.#heardItselfAt = Number.NEGATIVE_INFINITY;
  }

  /** Right before it says once more that it is there. */
  nextRound(): void {
    this.#roundsAlone = this.#heardItself ? this.#roundsAlone + 1 : 0;
    this.#heardItself = false;
  }

  hearAnother(): void {
    this.#roundsAlone = 0;
  }

  /**
   * Answers whether it may have missed something: its last word is so old that others may have taken themselves to be alone since then,
   * having counted their rounds from right after they heard it.
   */
  hearItself(now: number): boolean {
    const silentMs = this.#heardItselfAt === undefined ? 0 : now - this.#heardItselfAt;
    this.#heardItself = true;
    this.#heardItselfAt = now;
    return silentMs > this.#everyMs * (aloneAfter - 1);
  }
}
