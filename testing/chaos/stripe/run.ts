import { randomBytes, randomUUID } from 'node:crypto';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import type { AnyEndpoint, CallInput, OutputOf } from '#contract/endpoint.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool, PoolForm, PoolStatus } from '#contract/pools/pools.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { CallRefused } from '#testing/client.ts';
import type { CreatorMember, HttpSite, Member, Someone } from '#testing/journeys/http-site.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import { advanceTime, reconcileEverySeconds, settleWithinSeconds } from './advance-time.ts';
import type { RunPlan } from './faults.ts';
import { readBooks, type StripeMarks } from './stripe-books.ts';
import type { StripeWorld } from './world.ts';

/** A rule that the product broke in this run. */
export class Violation extends Error {
  override name = 'Violation';
}

export interface RunPledge {
  id: string;
  fan: Member;
  poolId: string;
  /** The part that an admin has refunded of a pledge that stays paid. */
  refundedCents?: number;
}

/** Statuses that tell the fan that no money is taken, or that it is on its way back. */
const unpaid: readonly PledgeStatus[] = ['released', 'dropped', 'withdrawn'];
const counted: PledgeStatus[] = ['pledged', 'charging', 'notified', 'paid'];

/**
 * One seeded run: people act on their pools while the faults of the plan hit, and time passes for the product as its schedules need it.
 * The reconciler runs once a minute, at a second of the minute that the seed chooses.
 */
export class Run {
  readonly world: StripeWorld;
  readonly random: Random;
  readonly pledges: RunPledge[] = [];
  readonly poolIds: string[] = [];
  /** The first rows of this run in the stand-in's tables. */
  readonly marks: StripeMarks;
  readonly #plan: RunPlan;
  readonly #phase: number;
  /** Product time since the run began, in seconds. */
  #now = 0;
  /** When a fault hit last. */
  #troubleAt = 0;
  #faults: number;
  /** The longest time from a fault, or from an action, until its effect. */
  longestSeconds = 0;

  constructor(world: StripeWorld, plan: RunPlan, start: { seed: number; marks: StripeMarks; faults: number }) {
    this.world = world;
    this.marks = start.marks;
    this.random = seededRandom(start.seed);
    this.#plan = plan;
    this.#faults = start.faults;
    this.#phase = this.random.between(1, reconcileEverySeconds - 1);
  }

  get site(): HttpSite {
    return this.world.site;
  }

  async fan(): Promise<Member> {
    const [fan] = await this.site.crowd(1);
    if (!fan) throw new Error('the crowd is empty');
    return fan;
  }

  /** A verified creator. With `onboards`, the creator can receive payouts. */
  async creator({ onboards = true } = {}): Promise<CreatorMember> {
    const person = await this.fan();
    const username = `c${randomBytes(5).toString('hex')}`;
    await this.site.sql`update users set role = 'creator' where id = ${person.id}`;
    const [profile] = await this.site.sql<{ id: string }[]>`
      insert into creator_profiles (username, full_name, display_name, status, owner_id)
      values (${username}, 'Maya Reyes', 'Maya', 'verified', ${person.id}) returning id`;
    const creator = { ...person, profileId: profile?.id ?? '' };
    if (onboards) await this.onboard(creator);
    return creator;
  }

  /** The creator enters details on the stand-in's page and comes back. */
  async onboard(creator: Someone): Promise<void> {
    const body = { country: 'US', processor: 'stripe' };
    const { url } = await this.call(creator, startPayoutSetup, { body });
    await this.world.stripe((stripe) => stripe.submit(url, { outcome: 'ready' }));
    await this.call(creator, refreshPayoutAccount, { body: { processor: 'stripe' } });
  }

  async pool(creator: CreatorMember, changes: Partial<PoolForm> = {}): Promise<Pool> {
    const pool = await this.site.newPool(this.site.admin, creator, { fundingGoal: 30_00, ...changes });
    this.poolIds.push(pool.id);
    return pool;
  }

  /** Calls an endpoint as a person who tries again after some seconds when the card processor is unavailable. */
  async call<E extends AnyEndpoint>(who: Someone, endpoint: E, input?: CallInput<E>): Promise<OutputOf<E>> {
    const begin = this.#now;
    for (;;) {
      try {
        return await who.client.call(endpoint, input);
      } catch (error) {
        if (!(error instanceof CallRefused) || !this.#mayTryAgain(error)) throw error;
        await this.#look();
        if (this.#isLate(begin)) throw new Violation(`${endpoint.path} still answers ${error.code}`);
        await this.elapse(this.random.between(5, 25));
      }
    }
  }

  /** Opens a pledge and enters its card on the hosted page. */
  async pledge(fan: Member, pool: Pool, amountCents: number, card: string): Promise<RunPledge> {
    const body = { amountCents, requestKey: randomUUID() };
    const { pledge, setup } = await this.call(fan, pledgeToPool, { params: { poolId: pool.id }, body });
    const made = { id: pledge.id, fan, poolId: pool.id };
    this.pledges.push(made);
    if (setup) await this.world.enterCard(setup.url, card);
    await this.pledgeIs(made, ...counted);
    return made;
  }

  pledgeIs(pledge: RunPledge, ...statuses: PledgeStatus[]): Promise<PledgeView> {
    return this.until(
      `pledge ${pledge.id} is ${statuses.join(' or ')}`,
      () => pledge.fan.client.call(getPledge, { params: { id: pledge.id } }),
      ({ status }) => statuses.includes(status),
    );
  }

  poolIs(pool: Pool, ...statuses: PoolStatus[]): Promise<Pool> {
    return this.until(
      `the pool is ${statuses.join(' or ')}`,
      () => this.site.pool(pool.id),
      ({ status }) => statuses.includes(status),
    );
  }

  /** Lets product time pass until the value is as expected. A violation after two minutes without a fault. */
  async until<T>(what: string, read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
    const begin = this.#now;
    for (;;) {
      await this.settle();
      const value = await read();
      if (isSo(value)) {
        this.longestSeconds = Math.max(this.longestSeconds, this.#now - Math.max(begin, this.#troubleAt));
        return value;
      }
      if (this.#isLate(begin)) throw new Violation(`not within two minutes: ${what}; it is ${JSON.stringify(value)}`);
      await this.elapse(Math.min(this.#untilReconciler(), settleWithinSeconds));
    }
  }

  /** Lets product time pass: due jobs run, and the reconciler at its second of each minute. */
  async elapse(seconds: number): Promise<void> {
    const end = this.#now + seconds;
    while (this.#now < end) {
      const step = Math.min(end - this.#now, this.#untilReconciler());
      const reconciles = step === this.#untilReconciler();
      await advanceTime(this.site.sql, step);
      this.#now += step;
      await this.settle();
      if (reconciles) {
        await reconcile(this.site.app.context);
        await this.settle();
      }
      await this.#look();
    }
  }

  async settle(): Promise<void> {
    await this.world.settle({ late: (this.#plan.webhooks?.late ?? 0) > 0 });
  }

  /** Asks for every pledge what its fan sees. A fan whose card was charged must not be told that it was not. */
  async observe(): Promise<void> {
    const { keptByReference } = await readBooks(this);
    const rows = await this.site.sql<{ reference: string; subject: string }[]>`
      select idempotency_key as reference, subject from payments
      where subject = any(${this.pledges.map(({ id }) => `pledge:${id}`)})`;
    for (const { id, fan } of this.pledges) {
      const references = rows.filter(({ subject }) => subject === `pledge:${id}`);
      const kept = references.reduce((sum, { reference }) => sum + (keptByReference.get(reference) ?? 0), 0);
      if (kept === 0) continue;
      const { status } = await fan.client.call(getPledge, { params: { id } });
      if (unpaid.includes(status)) throw new Violation(`the fan sees ${status}, and ${kept} cents are charged (${id})`);
    }
  }

  async #look(): Promise<void> {
    const faults = await this.world.countFaults();
    if (faults !== this.#faults) this.#troubleAt = this.#now;
    this.#faults = faults;
    await this.observe();
  }

  /** A fan whose server died got no answer. */
  #mayTryAgain({ code, status }: CallRefused): boolean {
    return code === 'card_processor_unavailable' || (this.#plan.crash !== null && status === 500);
  }

  #untilReconciler(): number {
    return reconcileEverySeconds - ((this.#now + reconcileEverySeconds - this.#phase) % reconcileEverySeconds);
  }

  #isLate(begin: number): boolean {
    return this.#now + this.#untilReconciler() > Math.max(begin, this.#troubleAt) + settleWithinSeconds;
  }
}
