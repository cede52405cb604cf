import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changePledge, getPledge, pledgeToPool, withdrawPledge } from '#contract/pledges.ts';
import type { Random } from './random.ts';
import type { StubbornClient } from './stubborn-client.ts';

/** A pledge as its fan was told it stands. */
export interface Believed {
  id: string;
  poolId: string;
  amountCents: number;
  status: 'pledged' | 'withdrawn';
}

/** One of the storm's fans: acts in one pool after the other and remembers what was acknowledged. */
export class Fan {
  readonly id: string;
  readonly client: StubbornClient;
  /** By pledge id. Exactly these pledges may exist. */
  readonly believed = new Map<string, Believed>();
  readonly violations: string[] = [];
  readonly #random: Random;
  readonly #live = new Map<string, Believed>();
  operations = 0;
  /** The saved card has no money when it is charged. */
  isPoor = false;

  constructor(id: string, client: StubbornClient, random: Random) {
    this.id = id;
    this.client = client;
    this.#random = random;
  }

  async pledge(poolId: string, amountCents: number): Promise<Believed> {
    // One key for all tries: however often the answer is lost, one pledge comes of it.
    const body = { amountCents, requestKey: randomUUID(), useSavedCard: true };
    const { pledge } = await this.client.call(pledgeToPool, { params: { poolId }, body });
    return this.remember({ id: pledge.id, poolId, amountCents, status: 'pledged' }, pledge);
  }

  /** Until told to stop: pledges, changes and withdraws, and now and then asks whether all that was true. */
  async storm(poolIds: readonly string[], isOver: () => boolean): Promise<void> {
    const random = this.#random;
    while (!isOver()) {
      const poolId = random.pick(poolIds);
      const live = this.#live.get(poolId);
      if (!live) await this.pledge(poolId, this.#amount());
      else if (random() < 0.65) await this.#change(live);
      else await this.#withdraw(live);
      this.operations += 1;
      const known = live && this.believed.get(live.id);
      if (known && random() < 0.3) await this.#ask(known);
      await sleep(random.between(10, 120));
    }
  }

  #amount(): number {
    return this.#random.between(300, 5000);
  }

  async #change(pledge: Believed): Promise<void> {
    const amountCents = this.#amount();
    const answer = await this.client.call(changePledge, { params: { id: pledge.id }, body: { amountCents } });
    this.remember({ ...pledge, amountCents }, answer);
  }

  async #withdraw(pledge: Believed): Promise<void> {
    const answer = await this.client.call(withdrawPledge, { params: { id: pledge.id } });
    this.remember({ ...pledge, status: 'withdrawn' }, answer);
  }

  /** What was acknowledged before is what is read now. */
  async #ask(pledge: Believed): Promise<void> {
    const found = await this.client.call(getPledge, { params: { id: pledge.id } });
    this.#compare(pledge, found, 'read');
  }

  remember(pledge: Believed, answer: { id: string; amountCents: number; status: string }): Believed {
    this.#compare(pledge, answer, 'answered');
    this.believed.set(pledge.id, pledge);
    if (pledge.status === 'withdrawn') this.#live.delete(pledge.poolId);
    else this.#live.set(pledge.poolId, pledge);
    return pledge;
  }

  #compare(pledge: Believed, found: { id: string; amountCents: number; status: string }, how: string): void {
    const same = found.amountCents === pledge.amountCents && found.status === pledge.status;
    if (!same) this.violations.push(`${how} ${JSON.stringify(found)} instead of ${JSON.stringify(pledge)}`);
  }
}
