import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type DeliveredContent, getContent, submitContent } from '#contract/delivery.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { deliveryInvariants } from '#server/delivery/check-delivery.ts';
import { grantAccess } from '#server/delivery/content-reader.ts';
import { decideContentClaim } from '#server/delivery/decide-content-claim.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { startTestApp, type TestApp } from './app.ts';
import { insertPerson, type Person } from './insert-person.ts';

/** Deletes all pools and dependent rows, for tests whose pools violate the invariants. */
export async function emptyPools(sql: Sql): Promise<void> {
  await sql`truncate pools, pledges cascade`;
  await sql`delete from feed_counts`;
  // The cascade also truncates all other chat rooms.
  await sql`insert into chat_rooms (kind) values ('global')`;
  await sql`insert into chat_rooms (kind, category_id) select 'category', id from categories`;
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

/** A collected pool with its people, for tests of deliveries. It inserts pledges directly, without payments. */
export class DeliveryStage {
  readonly app: TestApp;
  readonly context: MoneyContext;
  readonly people: Record<'creator' | 'otherCreator' | 'admin' | 'paid' | 'unpaid' | 'stranger', Person>;
  readonly pledgeIds = new Map<string, string>();
  poolId = '';

  private constructor(app: TestApp, people: DeliveryStage['people']) {
    this.app = app;
    this.context = app.context;
    this.people = people;
  }

  static async open(env: Record<string, string> = {}): Promise<DeliveryStage> {
    const app = await startTestApp({ env });
    return new DeliveryStage(app, {
      creator: await insertPerson(app, 'creator'),
      otherCreator: await insertPerson(app, 'creator'),
      admin: await insertPerson(app, 'admin'),
      paid: await insertPerson(app),
      unpaid: await insertPerson(app),
      stranger: await insertPerson(app),
    });
  }

  get sql() {
    return this.context.db.sql;
  }

  async close(): Promise<void> {
    await this.assertInvariants();
    // These pools have no payments, so the invariants that the app checks on close would fail.
    await emptyPools(this.sql);
    await this.app.close();
  }

  async assertInvariants(): Promise<void> {
    const findings = await checkInvariants(this.sql, deliveryInvariants);
    assert.deepEqual(
      findings.filter(({ rows }) => rows.length > 0),
      [],
    );
  }

  /** Inserts a pool in production with one paid and one due pledge. */
  async newPool(): Promise<void> {
    const { creator, stranger, paid, unpaid } = this.people;
    this.poolId = randomUUID();
    const slug = this.poolId.slice(0, 8);
    const pool = {
      id: this.poolId,
      ownerId: stranger.id,
      title: 'A song about rain',
      titleSlug: 'a-song-about-rain',
      slug,
      urlHash: slug,
      description: 'Please write and record a song about the rain.',
      goalCents: 1000,
      deadline: inDays(10),
      assignedCreatorId: creator.id,
      status: 'in_production',
      floorCents: 500,
      deliveryDays: 7,
      deliveryDueAt: inDays(7),
    };
    await this.sql`insert into pools ${this.sql(pool)}`;
    await this.addPledge(paid, 'paid', 1000);
    await this.addPledge(unpaid, 'notified', 500);
  }

  async addPledge(who: Person, status: 'paid' | 'notified', amountCents: number): Promise<void> {
    const id = randomUUID();
    const { poolId } = this;
    this.pledgeIds.set(who.id, id);
    const pledge = { id, poolId, fanId: who.id, amountCents, status, requestKey: id, requestCents: amountCents };
    await this.sql`insert into pledges ${this.sql(pledge)}`;
    const paidCents = status === 'paid' ? amountCents : 0;
    await this.sql`
      update pools set pledged_cents = pledged_cents + ${amountCents}, paid_cents = paid_cents + ${paidCents}, fan_count = fan_count + 1
      where id = ${poolId}`;
    if (status === 'paid') await this.context.db.tx((tx) => grantAccess(tx, poolId, who.id, id));
  }

  async upload(data: Buffer, name: string, type: string, who = this.people.creator): Promise<string> {
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = Object.entries({ filename: name, filetype: type })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    const created = await who.client.raw('POST', '/api/uploads', {
      headers: { ...tus, 'upload-length': String(data.length), 'upload-metadata': metadata },
    });
    const location = created.headers.get('location') ?? '';
    const sent = await who.client.raw('PATCH', location, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(data),
    });
    assert.equal(sent.status, 204);
    return location.split('/').at(-1) ?? '';
  }

  submit(
    body: { text?: string; links?: string[]; uploadIds?: string[] },
    who: Person = this.people.creator,
  ): Promise<Pool> {
    return who.client.call(submitContent, { params: { id: this.poolId }, body: { note: 'Here it is', ...body } });
  }

  async read(who: Person): Promise<DeliveredContent[]> {
    return (await who.client.call(getContent, { params: { id: this.poolId } })).deliveries;
  }

  async decide(status: 'approved' | 'rejected', reason: string | null = null): Promise<void> {
    const { admin } = this.people;
    const id = (await this.read(admin))[0]?.claimId ?? '';
    await this.context.db.tx((tx) => decideContentClaim(this.context, tx, { id, status, reason, adminId: admin.id }));
  }

  /** Delivers one file, approves it, and returns its URL. */
  async deliver(data: Buffer, name = 'rain.mp4', type = 'video/mp4'): Promise<string> {
    await this.submit({ uploadIds: [await this.upload(data, name, type)] });
    await this.decide('approved');
    return (await this.read(this.people.paid))[0]?.files[0]?.url ?? '';
  }

  async poolRow(): Promise<Record<string, unknown>> {
    return (await this.sql`select * from pools where id = ${this.poolId}`)[0] ?? {};
  }
}
