import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { login, register } from '#contract/accounts.ts';
import {
  decideContentClaim,
  decideVerification,
  listContentClaims,
  listVerifications,
} from '#contract/admin/moderation.ts';
import { applyAsCreator, getCreator } from '#contract/creators/creators.ts';
import { type DeliveredContent, getContent, submitContent } from '#contract/delivery.ts';
import { listNotifications, type Notification } from '#contract/notifications.ts';
import { recordProduction } from '#contract/performers.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool, createPool, getPool, type Pool, type PoolForm, type PoolStatus } from '#contract/pools/pools.ts';
import { newToken } from '#server/accounts/tokens.ts';
import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import type { Pages } from '#server/platform/serve.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts';
import { startTwoNodes } from '#testing/balancers/two-nodes.ts';
import { applicationOf, eventually, poolFormOf } from '#testing/builders.ts';
import { cards, enterCard } from '#testing/card-driver/hosted-page.ts';
import type { TestClient } from '#testing/client.ts';
import { uploadInTwoParts } from './uploads.ts';

export { cards, enterCard, eventually };

/** The password of every test account. */
export const password = 'correct horse 9';
const adminEmail = 'admin@example.org';

/** A person with an HTTP client, signed in or not. */
export type Someone = Pick<Member, 'client'>;

/** A person with an account and a signed-in client. */
export interface Member {
  id: string;
  username: string;
  email: string;
  client: TestClient;
}

export interface CreatorMember extends Member {
  profileId: string;
}

/** The states of a pledge with a verified card. */
const counted: PledgeStatus[] = ['pledged', 'charging', 'notified', 'paid'];

/**
 * The whole product with people who do everything over HTTP as a browser does: they register, apply, use the card processor's page and
 * upload files. No part is mocked, and tests call no operation directly.
 */
export class HttpSite {
  readonly app: TestApp;
  readonly admin: Member;

  private constructor(app: TestApp, admin: Member) {
    this.app = app;
    this.admin = admin;
  }

  static async open(
    env: Record<string, string> = {},
    pages: Pages = 'none',
    { cards, choice, logTo }: Pick<TestAppOptions, 'cards' | 'choice' | 'logTo'> = {},
  ): Promise<HttpSite> {
    const people = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password };
    const start = pages === 'build' && process.env.TEST_NODES === '2' ? startTwoNodes : startTestApp;
    const app = await start({ env: { ...people, SANDBOX_PAYOUT_DELAY: 'PT0S', ...env }, pages, cards, choice, logTo });
    const client = app.client();
    const { id, username } = await client.call(login, { body: { email: adminEmail, password } });
    return new HttpSite(app, { id, username, email: adminEmail, client });
  }

  visitor(): Someone {
    return { client: this.app.client() };
  }

  /** The same person in a browser that has passed the age gate. */
  grown(who: Someone): Someone {
    const client = this.app.client();
    for (const [name, value] of who.client.cookies) client.cookies.set(name, value);
    client.cookies.set('age_verified', '1');
    return { client };
  }

  get sql() {
    return this.app.context.db.sql;
  }

  /** Stops everything; throws if an invariant does not hold. */
  async close(): Promise<void> {
    await this.app.settle();
    await this.app.close();
  }

  /** Pages that take real cards need a confirmed email. */
  get #needsConfirmedEmails(): boolean {
    return !this.app.context.cards.inventsCards;
  }

  /** `from`: the IP address of their requests (TestClient). */
  async member(name = 'fan', from?: string): Promise<Member> {
    const username = `${name}_${randomBytes(4).toString('hex')}`;
    const email = `${username}@example.org`;
    const client = this.app.client();
    client.from = from;
    const { id } = await client.call(register, { body: { email, username, password } });
    if (this.#needsConfirmedEmails) await this.sql`update users set email_verified_at = now() where id = ${id}`;
    return { id, username, email, client };
  }

  /** Registers a person who applies as a creator; an admin approves. */
  async creator(): Promise<CreatorMember> {
    const person = await this.applicant();
    await this.decideApplication(person, 'approved');
    const { id } = await person.client.call(getCreator, { params: { username: person.username.toLowerCase() } });
    await this.app.driver.setUpPayouts(person.client);
    return { ...person, profileId: id };
  }

  /** Registers a person who applies as a creator. */
  async applicant(): Promise<Member> {
    const person = await this.member('maker');
    await person.client.call(applyAsCreator, { body: applicationOf(person.username.toLowerCase()) });
    return person;
  }

  /** An admin decides the person's application. */
  async decideApplication(who: Member, status: 'approved' | 'rejected', reason = ''): Promise<void> {
    const query = { status: 'pending', search: who.username.toLowerCase() } as const;
    const { items } = await this.admin.client.call(listVerifications, { query });
    const id = items.find(({ userId }) => userId === who.id)?.id ?? '';
    const body = { status, ...(reason ? { reason } : {}) };
    await this.admin.client.call(decideVerification, { params: { id }, body });
  }

  /** Inserts many people with sessions, which saves the time of hashing passwords. */
  async crowd(size: number, card?: Behavior): Promise<Member[]> {
    const people = Array.from({ length: size }, () => {
      const username = `crowd_${randomBytes(5).toString('hex')}`;
      const emailVerifiedAt = this.#needsConfirmedEmails ? new Date() : null;
      return { id: randomUUID(), username, email: `${username}@example.org`, emailVerifiedAt, ...newToken() };
    });
    const { sql } = this;
    await sql`insert into users ${sql(people, 'id', 'username', 'email', 'emailVerifiedAt')}`;
    const expiresAt = new Date(Date.now() + 3_600_000);
    await sql`insert into sessions ${sql(people.map(({ id, tokenHash }) => ({ userId: id, tokenHash, expiresAt })))}`;
    if (card) for (const { id } of people) await this.giveCard(id, card);
    return people.map(({ id, username, email, token }) => {
      const client = this.app.client();
      client.cookies.set('sid', token);
      return { id, username, email, client };
    });
  }

  /** Saves a card directly, as an earlier pledge would. */
  giveCard(userId: string, card: Behavior): Promise<void> {
    return this.app.driver.saveCard(this.app.context, userId, card);
  }

  newPool(owner: Member, creator: CreatorMember | null, changes: Partial<PoolForm> = {}): Promise<Pool> {
    const body = poolFormOf({ creatorProfileId: creator?.profileId ?? null, fundingGoal: 50_00, ...changes });
    return owner.client.call(createPool, { body });
  }

  pool(id: string, who: Member = this.admin): Promise<Pool> {
    return who.client.call(getPool, { params: { id } });
  }

  /** Waits until the pool has one of these states. */
  poolIs(id: string, ...statuses: PoolStatus[]): Promise<Pool> {
    return eventually(
      () => this.pool(id),
      ({ status }) => statuses.includes(status),
      20_000,
    );
  }

  /** Pledges through the processor's page and waits until the card is verified. */
  async pledge(fan: Member, pool: Pool, amountCents: number, cardNumber: string = cards.pays): Promise<PledgeView> {
    const { pledge, setup } = await fan.client.call(pledgeToPool, {
      params: { poolId: pool.id },
      body: { amountCents, requestKey: randomUUID() },
    });
    if (!setup) return pledge;
    await enterCard(setup.url, cardNumber);
    return this.pledgeIs(fan, pledge.id, ...counted);
  }

  pledgeWithSavedCard(fan: Member, pool: Pool, amountCents: number, requestKey: string = randomUUID()) {
    const body = { amountCents, requestKey, useSavedCard: true };
    return fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
  }

  pledgeIs(fan: Member, id: string, ...statuses: PledgeStatus[]): Promise<PledgeView> {
    return eventually(
      () => fan.client.call(getPledge, { params: { id } }),
      ({ status }) => statuses.includes(status),
      20_000,
    );
  }

  accept(
    creator: Member,
    pool: Pool,
    more: { deliveryDays?: number; floorCents?: number; atCurrentAmount?: boolean } = {},
  ): Promise<Pool> {
    return creator.client.call(acceptPool, {
      params: { id: pool.id },
      body: { deliveryDays: 7, floorCents: 10_00, ...more },
    });
  }

  /** Uploads a file; returns its id. */
  upload(who: Member, data: Uint8Array<ArrayBuffer>, filename: string, filetype: string): Promise<string> {
    return uploadInTwoParts(who.client, data, filename, filetype);
  }

  /** Delivers; for an adult pool, the creator first states that no real person is shown. */
  async deliver(
    creator: Member,
    pool: Pool,
    body: { text?: string; uploadIds?: string[] } = { text: 'La la la' },
  ): Promise<Pool> {
    if (pool.adult) {
      const production = { producedOn: '2026-01-10', showsNoOne: true };
      await creator.client.call(recordProduction, { params: { id: pool.id }, body: production });
    }
    return creator.client.call(submitContent, { params: { id: pool.id }, body: { note: 'Here it is', ...body } });
  }

  /** An admin decides the pool's pending delivery. */
  async review(pool: Pool, status: 'approved' | 'rejected' = 'approved', reason?: string): Promise<void> {
    const { items } = await this.admin.client.call(listContentClaims, { query: { status: 'pending' } });
    const id = items.find(({ poolId }) => poolId === pool.id)?.id ?? '';
    await this.admin.client.call(decideContentClaim, {
      params: { id },
      body: { status, ...(reason ? { reason } : {}) },
    });
  }

  async read(who: Member, pool: Pool): Promise<DeliveredContent[]> {
    return (await who.client.call(getContent, { params: { id: pool.id } })).deliveries;
  }

  async noticesOf(who: Member): Promise<Notification[]> {
    await this.app.settle();
    return (await who.client.call(listNotifications)).notifications;
  }

  /** An accepted pool whose goal these pledges met. It is in production, or still collecting if a card was declined. */
  async funded(
    owner: Member,
    creator: CreatorMember,
    fans: { who: Member; cents: number; card?: string }[],
    more: Parameters<HttpSite['accept']>[2] = {},
  ): Promise<{ pool: Pool; pledges: PledgeView[] }> {
    const fundingGoal = fans.reduce((sum, { cents }) => sum + cents, 0);
    const pool = await this.newPool(owner, creator, { fundingGoal });
    const pledges: PledgeView[] = [];
    for (const { who, cents, card } of fans) pledges.push(await this.pledge(who, pool, cents, card));
    await this.accept(creator, pool, more);
    await this.app.settle();
    return { pool: await this.pool(pool.id), pledges };
  }

  /** Moves the pool's next deadline into the past and runs the sweep job that handles due pools. */
  async letTimePass(pool: Pool): Promise<void> {
    const { status } = await this.pool(pool.id);
    const columns: Partial<Record<PoolStatus, string>> = {
      open: 'deadline',
      accepted: 'deadline',
      goal_met: 'response_due_at',
      collecting: 'payment_due_at',
      shortfall: 'shortfall_due_at',
      in_production: 'delivery_due_at',
      delivered: 'quiet_until',
    };
    const column = columns[status];
    assert.ok(column, `a pool that is ${status} has no deadline`);
    const days = column === 'delivery_due_at' ? 90 : 0;
    const { sql } = this;
    await sql`
      with now as (select clock_timestamp() - interval '1 ms' as moment)
      update pools set ${sql(column)} = moment - make_interval(days => ${days}), clock_at = moment from now
      where id = ${pool.id} and status = ${status}`;
    await sql`update pledges set due_at = clock_timestamp() where pool_id = ${pool.id} and status = 'notified'`;
    const sweep = { kind: 'pool.sweep', queue: 'clock' } as const;
    await this.app.context.db.tx((tx) => this.app.context.jobs.enqueue(tx, sweep, undefined));
    await this.app.settle();
  }
}
