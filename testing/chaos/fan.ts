import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changePledge, getPledge, pledgeToPool, withdrawPledge } from '#contract/pledges/pledges.ts';
import type { Random } from '#testing/seeded-random.ts';
import type { PoolReads } from './pool-reads.ts';
import type { RetryingClient } from './retrying-client.ts';

/** A pledge as the server acknowledged it to its fan. */
export interface AcknowledgedPledge {
  id: string;
  poolId: string;
  amountCents: number;
  status: 'pledged' | 'withdrawn';
}

/** A simulated fan: pledges in random pools and remembers what the server acknowledged. */
export class Fan {
  readonly id: string;
  readonly client: RetryingClient;
  /** By pledge id. Exactly these pledges may exist. */
  readonly acknowledgedPledges = new Map<string, AcknowledgedPledge>();
  readonly violations: string[] = [];
  readonly #random: Random;
  readonly #live = new Map<string, AcknowledgedPledge>();
  operations = 0;
  /** The saved card has insufficient funds when it is charged. */
  isPoor = false;
  /** Learns what this fan asks for, to check reads of pools. */
  poolReads: PoolReads | undefined;

  constructor(id: string, client: RetryingClient, random: Random) {
    this.id = id;
    this.client = client;
    this.#random = random;
  }

  async pledge(poolId: string, amountCents: number): Promise<AcknowledgedPledge> {
    // One idempotency key for all tries, so that lost answers still result in one pledge.
    const body = { amountCents, requestKey: randomUUID(), useSavedCard: true };
    const acknowledge = this.poolReads?.ask(poolId, this.id, amountCents);
    const { pledge } = await this.client.call(pledgeToPool, { params: { poolId }, body });
    acknowledge?.();
    return this.remember({ id: pledge.id, poolId, amountCents, status: 'pledged' }, pledge);
  }

  /** Until `isOver`: pledges, changes and withdraws, and sometimes compares a pledge with what the server acknowledged. */
  async storm(poolIds: readonly string[], isOver: () => boolean): Promise<void> {
    const random = this.#random;
    while (!isOver()) {
      const poolId = random.pick(poolIds);
      const live = this.#live.get(poolId);
      if (!live) await this.pledge(poolId, this.#amount());
      else if (random() < 0.65) await this.#change(live);
      else await this.#withdraw(live);
      this.operations += 1;
      const earlier = live && this.acknowledgedPledges.get(live.id);
      if (earlier && random() < 0.3) await this.#ask(earlier);
      await sleep(random.between(10, 120));
    }
  }

  #amount(): number {
    return this.#random.between(300, 5000);
  }

  async #change(pledge: AcknowledgedPledge): Promise<void> {
    const amountCents = this.#amount();
    const acknowledge = this.poolReads?.ask(pledge.poolId, this.id, amountCents);
    const answer = await this.client.call(changePledge, { params: { id: pledge.id }, body: { amountCents } });
    acknowledge?.();
    this.remember({ ...pledge, amountCents }, answer);
  }

  async #withdraw(pledge: AcknowledgedPledge): Promise<void> {
    const acknowledge = this.poolReads?.ask(pledge.poolId, this.id, 0);
    const answer = await this.client.call(withdrawPledge, { params: { id: pledge.id } });
    acknowledge?.();
    this.remember({ ...pledge, status: 'withdrawn' }, answer);
  }

  /** Checks that the pledge is still as the server acknowledged it. */
  async #ask(pledge: AcknowledgedPledge): Promise<void> {
    const current = await this.client.call(getPledge, { params: { id: pledge.id } });
    this.#compare(pledge, current, 'read');
  }

  remember(
    pledge: AcknowledgedPledge,
    answer: { id: string; amountCents: number; status: string },
  ): AcknowledgedPledge {
    this.#compare(pledge, answer, 'answered');
    this.acknowledgedPledges.set(pledge.id, pledge);
    if (pledge.status === 'withdrawn') this.#live.delete(pledge.poolId);
    else this.#live.set(pledge.poolId, pledge);
    return pledge;
  }

  #compare(
    pledge: AcknowledgedPledge,
    current: { id: string; amountCents: number; status: string },
    how: string,
  ): void {
    const same = current.amountCents === pledge.amountCents && current.status === pledge.status;
    if (!same) this.violations.push(`${how} ${JSON.stringify(current)} instead of ${JSON.stringify(pledge)}`);
  }
}
