import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { submitContent } from '#contract/delivery.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool, createPool, getPool, type Pool } from '#contract/pools/pools.ts';
import { decideContentClaim } from '#server/delivery/decide-content-claim.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import type { PoolEvent } from '#server/pools/lifecycle/pool-events.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { cards, submitCard } from './card-driver/hosted-page.ts';
import { insertPerson, type Person } from './insert-person.ts';
import { makePayable } from './payout-readiness.ts';

export { cards };

/** The whole product with one creator, and helpers with which fans pledge over HTTP. */
export class PledgeStage {
  readonly app: TestApp;
  readonly #besides: TestApp[] = [];
  readonly people: Record<'owner' | 'creator' | 'admin', Person>;
  #profileId = '';

  private constructor(app: TestApp, people: PledgeStage['people']) {
    this.app = app;
    this.people = people;
  }

  static async open(
    env: Record<string, string> = {},
    cards?: TestAppOptions['cards'],
    choice?: TestAppOptions['choice'],
    { isCreatorPayable = true }: { isCreatorPayable?: boolean } = {},
  ): Promise<PledgeStage> {
    const app = await startTestApp({ env, cards, choice });
    const people = {
      owner: await insertPerson(app),
      creator: await insertPerson(app, 'creator'),
      admin: await insertPerson(app, 'admin'),
    };
    const stage = new PledgeStage(app, people);
    const [profile] = await stage.sql<{ id: string }[]>`
      insert into creator_profiles (username, full_name, display_name, status, owner_id)
      values (${`creator_${randomUUID().slice(0, 8)}`}, 'A Creator', 'A Creator', 'verified', ${people.creator.id}) returning id`;
    stage.#profileId = profile?.id ?? '';
    if (isCreatorPayable) await makePayable(app, people.creator.client);
    return stage;
  }

  get sql() {
    return this.app.context.db.sql;
  }
  get context() {
    return this.app.context;
  }

  /** Starts another node of the product, on which the sessions of `insertPerson` hold too. */
  async addNode(env?: Record<string, string>): Promise<TestApp> {
    const node = await startTestApp({ beside: this.app, env });
    await insertPerson(node);
    this.#besides.push(node);
    return node;
  }

  /** Runs all due jobs, also those that another node has begun and the jobs that they enqueue. */
  settle(): Promise<void> {
    return this.app.settle();
  }

  async close(): Promise<void> {
    for (const node of this.#besides) await node.close();
    await this.app.close();
  }

  fan(): Promise<Person> {
    return insertPerson(this.app);
  }

  newPool(goalCents = 100_00): Promise<Pool> {
    return this.people.owner.client.call(createPool, {
      body: {
        title: 'A song about rain',
        description: 'Please write and record a song about the rain.',
        fundingGoal: goalCents,
        categories: ['Music'],
        creatorProfileId: this.#profileId,
      },
    });
  }

  pool(id: string): Promise<Pool> {
    return this.people.owner.client.call(getPool, { params: { id } });
  }

  post(
    fan: Person,
    poolId: string,
    amountCents: number,
    more: { requestKey?: string; useSavedCard?: boolean; anonymous?: boolean; contentMark?: string } = {},
  ): Promise<OutputOf<typeof pledgeToPool>> {
    return fan.client.call(pledgeToPool, {
      params: { poolId },
      body: { amountCents, requestKey: more.requestKey ?? randomUUID(), ...more },
    });
  }

  get(fan: Person, id: string): Promise<PledgeView> {
    return fan.client.call(getPledge, { params: { id } });
  }

  /** Submits a card on a hosted page; returns the redirect location. */
  async checkout(url: string | undefined, cardNumber: string = cards.pays): Promise<string> {
    assert.ok(url, 'there is a hosted page');
    const answer = await submitCard(url, cardNumber);
    assert.equal(answer.status, 303, answer.text);
    return answer.location ?? '';
  }

  /** Pledges with a new card through the hosted page and runs due jobs. */
  async pledge(fan: Person, poolId: string, amountCents: number, card: string = cards.pays): Promise<PledgeView> {
    const { pledge, setup } = await this.post(fan, poolId, amountCents);
    await this.checkout(setup?.url, card);
    await this.settle();
    return this.get(fan, pledge.id);
  }

  /** Saves a card for a fan with a pledge to another pool. */
  async saveCard(fan: Person): Promise<string> {
    const other = await this.newPool();
    const { id } = await this.pledge(fan, other.id, 10_00);
    const [row] = await this.sql<{ cardId: string }[]>`select card_id from pledges where id = ${id}`;
    return row?.cardId ?? '';
  }

  accept(poolId: string, more: { floorCents?: number; atCurrentAmount?: boolean; allowLatePledges?: boolean } = {}) {
    return this.people.creator.client.call(acceptPool, {
      params: { id: poolId },
      body: { deliveryDays: 7, floorCents: 10_00, ...more },
    });
  }

  async apply(poolId: string, event: PoolEvent): Promise<void> {
    await this.context.db.tx((tx) => applyPoolEvent(this.context, tx, poolId, event));
  }

  /** Moves one deadline of the pool into the past and lets the clock act. */
  async clock(
    poolId: string,
    column: 'deadline' | 'payment_due_at' | 'shortfall_due_at' | 'delivery_due_at' | 'quiet_until',
  ) {
    const past = column === 'delivery_due_at' ? "interval '90 days'" : "interval '1 ms'";
    await this.sql.unsafe(
      `update pools set ${column} = now() - ${past}, clock_at = now() - interval '1 ms' where id = '${poolId}'`,
    );
    await applyPoolDeadline(this.context, poolId);
    await this.settle();
  }

  /** A pool that met its goal with these fans, was accepted and started to collect. */
  async collected(amounts: { card?: string; cents: number }[], more: Parameters<PledgeStage['accept']>[1] = {}) {
    const pool = await this.newPool(amounts.reduce((sum, { cents }) => sum + cents, 0));
    const fans: Person[] = [];
    const pledges: PledgeView[] = [];
    for (const { card, cents } of amounts) {
      const fan = await this.fan();
      fans.push(fan);
      pledges.push(await this.pledge(fan, pool.id, cents, card));
    }
    await this.accept(pool.id, more);
    await this.settle();
    return { poolId: pool.id, fans, pledges };
  }

  /** Delivers and approves: takes a pool from production to the quiet period. */
  async deliver(poolId: string): Promise<void> {
    await this.people.creator.client.call(submitContent, {
      params: { id: poolId },
      body: { note: 'Here it is', text: 'La la la' },
    });
    const [claim] = await this.sql<{ id: string }[]>`
      select id from content_claims where pool_id = ${poolId} and status = 'pending'`;
    const decision = { id: claim?.id ?? '', status: 'approved', reason: null, adminId: this.people.admin.id } as const;
    await this.context.db.tx((tx) => decideContentClaim(this.context, tx, decision));
    await this.settle();
  }
}
