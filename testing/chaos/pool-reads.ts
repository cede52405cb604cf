/** The bounds of one running read. */
interface Read {
  poolId: string;
  /** By fan: the lowest and the highest amount that the read may contain. */
  bounds: Map<string, { min: number; max: number }>;
}

/**
 * Checks that no read of a pool shows less than was acknowledged before the read began, or more than was asked for until it ended. A fan has one
 * pledge in a pool at a time.
 */
export class PoolReads {
  /** By pool and fan: the acknowledged amount and those that are under way. */
  readonly #amounts = new Map<string, Map<string, Set<number>>>();
  readonly #reads = new Set<Read>();

  /** The fan asks for this amount. Call the result when the server has acknowledged it. */
  ask(poolId: string, fanId: string, amountCents: number): () => void {
    const possible = this.#possible(poolId, fanId);
    possible.add(amountCents);
    for (const read of this.#reads) {
      if (read.poolId !== poolId) continue;
      const bounds = read.bounds.get(fanId) ?? { min: 0, max: 0 };
      const [min, max] = [Math.min(bounds.min, amountCents), Math.max(bounds.max, amountCents)];
      read.bounds.set(fanId, { min, max });
    }
    return () => {
      possible.clear();
      possible.add(amountCents);
    };
  }

  /** Runs one read of the pool's total. Returns what is wrong with it. */
  async check(poolId: string, readTotal: () => Promise<number>): Promise<string | undefined> {
    const bounds = new Map<string, { min: number; max: number }>();
    for (const [fanId, possible] of this.#amounts.get(poolId) ?? [])
      bounds.set(fanId, { min: Math.min(...possible), max: Math.max(...possible) });
    const read = { poolId, bounds };
    this.#reads.add(read);
    const total = await readTotal().finally(() => this.#reads.delete(read));
    const sum = (of: 'min' | 'max') => [...bounds.values()].reduce((all, bound) => all + bound[of], 0);
    const isBetween = sum('min') <= total && total <= sum('max');
    return isBetween ? undefined : `pool ${poolId} showed ${total}, not between ${sum('min')} and ${sum('max')}`;
  }

  #possible(poolId: string, fanId: string): Set<number> {
    const fans = this.#amounts.get(poolId) ?? new Map<string, Set<number>>();
    this.#amounts.set(poolId, fans);
    const possible = fans.get(fanId) ?? new Set([0]);
    fans.set(fanId, possible);
    return possible;
  }
}
