import { randomUUID } from 'node:crypto';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import { submitContent } from '#contract/delivery.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool, createPool, getPool, type PoolStatus } from '#contract/pools/pools.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { eventually, makeCreator, poolFormOf } from '#testing/builders.ts';
import type { TestClient } from '#testing/client.ts';
import { insertPerson } from '#testing/insert-person.ts';
import type { StripeSetUp } from '#testing/stripe-stand-in/set-up.ts';

/** The people of the drill, by id. They can sign in to the restored site too. */
export interface DrillPeople {
  admin: string;
  creator: string;
  profileId: string;
  fans: string[];
}

export interface DrillPool {
  id: string;
  /** The pledge of each fan, by the index of the fan. */
  pledges: Map<number, string>;
}

/** The drill brings its own stand-in for Stripe. */
const choice = { processor: 'sandbox' } as const;

/** A running site on the Stripe stand-in, with people who act through its API. */
export class DrillSite {
  readonly app: TestApp;
  readonly #stripe: StripeSetUp;
  readonly people: DrillPeople;

  private constructor(app: TestApp, stripe: StripeSetUp, people: DrillPeople) {
    this.app = app;
    this.#stripe = stripe;
    this.people = people;
  }

  /** A new site with `size` fans and a creator who can be paid. */
  static async open(stripe: StripeSetUp, env: Record<string, string>, size: number): Promise<DrillSite> {
    const app = await startTestApp({ env: { ...stripe.env, ...env }, choice });
    const { id: creator, client, profileId } = await makeCreator(app);
    const { url } = await client.call(startPayoutSetup, { body: { country: 'US', processor: 'stripe' } });
    await stripe.process.submit(url, { outcome: 'ready' });
    await client.call(refreshPayoutAccount, { body: { processor: 'stripe' } });
    const fans: string[] = [];
    for (let n = 0; n < size; n += 1) fans.push((await insertPerson(app)).id);
    const { id: admin } = await insertPerson(app, 'admin');
    return new DrillSite(app, stripe, { admin, creator, profileId, fans });
  }

  /** The same people on a restored database. */
  static async reopen(
    stripe: StripeSetUp,
    env: Record<string, string>,
    url: string,
    people: DrillPeople,
  ): Promise<DrillSite> {
    const app = await startTestApp({ env: { ...stripe.env, ...env }, beside: { databaseUrl: url }, choice });
    // Lets the people sign in by their ids.
    await insertPerson(app);
    return new DrillSite(app, stripe, people);
  }

  get sql() {
    return this.app.context.db.sql;
  }

  as(id: string): TestClient {
    const client = this.app.client();
    client.cookies.set('sid', id);
    return client;
  }

  fan(index: number): TestClient {
    return this.as(this.people.fans[index] ?? '');
  }

  get creator(): TestClient {
    return this.as(this.people.creator);
  }

  get admin(): TestClient {
    return this.as(this.people.admin);
  }

  /** A pool whose goal its pledges meet, in cents by the index of the fan. A fan without a card enters one. */
  async pledged(amounts: Record<number, number>, cards: Record<number, string> = {}): Promise<DrillPool> {
    const fundingGoal = Object.values(amounts).reduce((sum, cents) => sum + cents, 0);
    const body = poolFormOf({ creatorProfileId: this.people.profileId, fundingGoal });
    // Not the admin, because admins do not decide about themselves.
    const { id } = await this.fan(0).call(createPool, { body });
    const pledges = new Map<number, string>();
    for (const [fan, amountCents] of Object.entries(amounts)) {
      const client = this.fan(Number(fan));
      const useSavedCard = !(fan in cards) && (await this.#hasCard(Number(fan)));
      const { pledge, setup } = await client.call(pledgeToPool, {
        params: { poolId: id },
        body: { amountCents, requestKey: randomUUID(), useSavedCard },
      });
      if (setup) await this.#stripe.enterCard(setup.url, cards[Number(fan)]);
      pledges.set(Number(fan), pledge.id);
      await this.pledgeIs(pledge.id, Number(fan), 'pledged');
    }
    return { id, pledges };
  }

  async #hasCard(fan: number): Promise<boolean> {
    const rows = await this
      .sql`select 1 from cards where user_id = ${this.people.fans[fan] ?? ''} and removed_at is null`;
    return rows.length > 0;
  }

  accept({ id }: DrillPool): Promise<unknown> {
    return this.creator.call(acceptPool, { params: { id }, body: { deliveryDays: 7, floorCents: 10_00 } });
  }

  /** Delivers, and waits until the creator is paid. */
  async deliver({ id }: DrillPool): Promise<void> {
    await this.creator.call(submitContent, { params: { id }, body: { note: 'Here it is', text: 'La la la' } });
    await this.poolIs(id, 'completed');
    await this.settle();
  }

  /** Runs all jobs, and the reconciler in place of lost webhooks. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await this.app.settle();
      await reconcile(this.app.context, { olderThanMs: 0 });
    }
    await this.app.settle();
  }

  poolIs(id: string, status: PoolStatus) {
    const read = () => this.admin.call(getPool, { params: { id } });
    return eventually(read, (pool) => pool.status === status, 20_000);
  }

  pledgeIs(id: string, fan: number, status: PledgeStatus) {
    const read = () => this.fan(fan).call(getPledge, { params: { id } });
    return eventually(read, (pledge) => pledge.status === status, 20_000);
  }

  /** The statuses of a pool's pledges, in the order of the fans. */
  async statuses({ pledges }: DrillPool): Promise<string[]> {
    const rows = await this.sql<{ id: string; status: string }[]>`
      select id, status from pledges where id = any(${[...pledges.values()]})`;
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return [...pledges.values()].map((id) => statuses.get(id) ?? 'lost');
  }

  /** The charge of a pledge at Stripe. */
  async chargeOf(pool: DrillPool, fan: number): Promise<string> {
    const [row] = await this.sql<{ processorRef: string }[]>`
      select processor_ref from payments where subject = ${`pledge:${pool.pledges.get(fan)}`} and status = 'succeeded'`;
    const { latest_charge: charge } = await this.#stripe.client.paymentIntents.retrieve(row?.processorRef ?? '');
    return String(charge);
  }

  async balance(account: string): Promise<number> {
    const [row] = await this.sql<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${account}`;
    return row?.cents ?? 0;
  }
}

/** The money that Stripe has moved so far. A restore must not add to it. */
export async function moneyAt({ client }: StripeSetUp) {
  const { available, pending } = await client.balance.retrieve();
  const charges = await client.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const transfers = await client.transfers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const refunds = await client.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return {
    balance: [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0),
    charged: charges
      .filter(({ paid }) => paid)
      .map(({ customer, amount, transfer_group: group }) => `${String(customer)} ${amount} ${group}`)
      .sort(),
    transfers: transfers.map(({ id, amount, amount_reversed: reversed }) => ({ id, amount, reversed })),
    refunds: refunds.map(({ id, amount, status }) => ({ id, amount, status })),
  };
}
