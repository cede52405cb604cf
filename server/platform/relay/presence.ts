/** A listener that has received this many own heartbeats in a row, and none of another, is alone. */
const aloneAfter = 3;

/**
 * One listener's knowledge about the others on its database. Each sends a heartbeat every `everyMs` and receives its own, too: a listener
 * that does not receive its own cannot receive others and does not know whether it is alone. Times are milliseconds of `performance.now()`.
 */
export class Presence {
  readonly #everyMs: number;
  /** Rounds with only its own heartbeat, since the last heartbeat of another listener. */
  #roundsAlone = 0;
  #heardItself = false;
  /** Undefined until its first heartbeat on this connection. */
  #heardItselfAt: number | undefined;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  get isAlone(): boolean {
    return this.#roundsAlone >= aloneAfter;
  }

  /** A new connection listens from now on. */
  begin(): void {
    this.#heardItselfAt = undefined;
  }

  /** It listens and could not send its first heartbeat: listeners that believe they are alone send it nothing. */
  beginUnheard(): void {
    this.#heardItselfAt = Number.NEGATIVE_INFINITY;
  }

  /** Call it right before each heartbeat. */
  nextRound(): void {
    this.#roundsAlone = this.#heardItself ? this.#roundsAlone + 1 : 0;
    this.#heardItself = false;
  }

  hearAnother(): void {
    this.#roundsAlone = 0;
  }

  /**
   * Returns whether it may have missed a broadcast: its previous heartbeat is so old that another listener, which counts its rounds from
   * that heartbeat, may have believed that it was alone.
   */
  hearItself(now: number): boolean {
    const silentMs = this.#heardItselfAt === undefined ? 0 : now - this.#heardItselfAt;
    this.#heardItself = true;
    this.#heardItselfAt = now;
    return silentMs > this.#everyMs * (aloneAfter - 1);
  }
}
