/** Counts the requests of the last second. */
export class RateLimit {
  #times: number[] = [];
  #refused = 0;
  #highest = 0;

  /** How many requests were refused, and the most that came within a second. */
  get figures() {
    return { refused: this.#refused, highestPerSecond: this.#highest };
  }

  /** Stripe documents 100 requests per second for live keys and 25 for test keys. Null: no limit. */
  takes(perSecond: number | null): boolean {
    const now = performance.now();
    this.#times = this.#times.filter((time) => time > now - 1000);
    this.#highest = Math.max(this.#highest, this.#times.length + 1);
    if (perSecond !== null && this.#times.length >= perSecond) {
      this.#refused += 1;
      return false;
    }
    this.#times.push(now);
    return true;
  }
}
