/** Repeats the deletions and changes that arrive during a read after it: the answer may be older than these. */
export class ReadsUnderWay {
  readonly #arrived = new Set<(() => void)[]>();

  async run(read: () => Promise<unknown>): Promise<void> {
    const changes: (() => void)[] = [];
    this.#arrived.add(changes);
    await read().finally(() => {
      this.#arrived.delete(changes);
      for (const change of changes) change();
    });
  }

  apply(change: () => void): void {
    change();
    for (const changes of this.#arrived) changes.push(change);
  }
}
