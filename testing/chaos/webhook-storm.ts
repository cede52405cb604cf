import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listMyPledges, payPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { freePort } from '#testing/free-port.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import { Fan } from './fan.ts';
import { HeldWebhooks } from './held-webhooks.ts';
import { compareHistory, countMoving } from './history.ts';
import { invitePeople, join, newPool, type People, peopleEnv } from './people.ts';
import type { Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';

const restWithinMs = 180_000;
const stormed = 5;

export interface WebhookStormReport {
  /** Webhooks of the processor, and the total number of their deliveries. */
  bodies: number;
  deliveries: number;
  /** Kills at most 30 ms after the node acknowledged a webhook. */
  kills: number;
  /** Pages on which a fan entered a card and then closed the window. */
  pages: number;
  violations: string[];
  check: { code: number | null; output: string };
  serverErrors: string;
}

/** Two nodes on one database, a card processor whose webhooks are held back, and people with cards. */
export class WebhookStorm {
  readonly nodes: readonly [ServerProcess, ServerProcess];
  readonly heldWebhooks: HeldWebhooks;
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #random: Random;
  readonly #seed: number;
  readonly #traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
  readonly #ends = new Map<string, string[]>();
  /** The expected status of pledges that only a webhook can settle, by pledge id. */
  readonly #expected = new Map<string, string>();
  #people: People | undefined;
  #deliveries = 0;
  #kills = 0;

  private constructor(seed: number, database: Database, dataDir: string, nodes: ServerProcess[]) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#database = database;
    this.heldWebhooks = new HeldWebhooks(database);
    this.#dataDir = dataDir;
    this.nodes = nodes as [ServerProcess, ServerProcess];
  }

  /** `roles`: the ROLE of each node. People use the first node. */
  static async open(databaseUrl: string, seed: number, roles: readonly ['web' | 'all', 'all']): Promise<WebhookStorm> {
    const database = openDatabase(databaseUrl, { log: createLogger('silent'), max: 4 });
    const dataDir = await mkdtemp(joinPath(tmpdir(), 'fanfare-webhooks-'));
    const env = { ...peopleEnv, DATABASE_URL: databaseUrl, DATABASE_POOL: '6' };
    const nodes = await Promise.all(
      roles.map(async (role, index) => {
        const folder = joinPath(dataDir, String(index));
        return new ServerProcess({ dataDir: folder, port: await freePort(), env: { ...env, ROLE: role } });
      }),
    );
    return new WebhookStorm(seed, database, dataDir, nodes);
  }

  get sql(): Sql {
    return this.#database.sql;
  }

  get people(): People {
    if (!this.#people) throw new Error('call begin() first');
    return this.#people;
  }

  async begin(): Promise<void> {
    // One after the other, because the first node creates the admin.
    for (const node of this.nodes) {
      node.spawn();
      await node.ready();
    }
    await this.heldWebhooks.open();
    this.#people = await invitePeople(this.nodes[0].url, this.#traffic, stormed, this.#seed);
  }

  /** A new fan saves a card on the processor's page and closes the window there, so that only a webhook reports it. */
  async saveCardUnseen(): Promise<string> {
    const { admin, fans } = this.people;
    const poolId = await newPool(admin, 100_000_00);
    const { client, id } = await join(this.nodes[0].url, this.#traffic, 'fan');
    const fan = new Fan(id, client, seededRandom(this.#seed + fans.length));
    const body = { amountCents: 500, requestKey: randomUUID() };
    const { pledge, setup } = await client.call(pledgeToPool, { params: { poolId }, body });
    fan.acknowledgedPledges.set(pledge.id, { id: pledge.id, poolId, amountCents: 500, status: 'pledged' });
    fans.push(fan);
    await this.#fillIn(setup?.url, pledge.id, 'pledged');
    return pledge.id;
  }

  /** Starts charging every fan's card; the jobs run while nodes die. */
  async startCollecting(): Promise<string> {
    const { admin, creator, creatorProfileId } = this.people;
    const fans = this.people.fans.slice(0, stormed);
    const poolId = await newPool(admin, stormed * 400, creatorProfileId);
    this.#ends.set(poolId, ['paid', 'notified']);
    await Promise.all(fans.map((fan) => fan.pledge(poolId, 400)));
    await creator.call(acceptPool, { params: { id: poolId }, body: { deliveryDays: 7, floorCents: 1000 } });
    return poolId;
  }

  /** Fans with a declined card pay with another one on the processor's page and close the window there. */
  async payUnseen(): Promise<void> {
    for (const fan of this.people.fans.slice(0, stormed)) {
      for (const { id } of await fan.client.call(listMyPledges, { query: { status: 'notified' } })) {
        if (this.#expected.has(id)) continue;
        const { url } = await fan.client.call(payPledge, { params: { id }, body: {} });
        await this.#fillIn(url, id, 'paid');
      }
    }
  }

  async removePool(poolId: string): Promise<void> {
    const body = { action: 'remove', reason: 'chaos' } as const;
    await this.people.admin.call(actOnPool, { params: { id: poolId }, body });
    this.#ends.set(poolId, ['refunded', 'released']);
    const gone = await this.sql<{ id: string }[]>`select id from pledges where pool_id = ${poolId}`;
    for (const { id } of gone) this.#expected.delete(id);
  }

  /** Delivers waiting webhooks shuffled, late and up to three times each. One node dies at most 30 ms after an acknowledgement. */
  async deliverAndKill(): Promise<void> {
    const random = this.#random;
    const victim = random.pick(this.nodes);
    await this.heldWebhooks.collect();
    const waiting = this.heldWebhooks.bodies.splice(0);
    // A quarter waits for a later round and so arrives after newer events.
    const [now, later] = [waiting.filter((_, n) => n % 4 !== 3), waiting.filter((_, n) => n % 4 === 3)];
    this.heldWebhooks.bodies.unshift(...later);
    const copies = now.flatMap((body) => Array.from({ length: random.between(1, 3) }, () => body));
    const dieAfterMs = random.between(0, 30);
    let dying: Promise<void> | undefined;
    await Promise.all(
      copies.map(async (body) => {
        const node = random.pick(this.nodes);
        await sleep(random.between(0, 600));
        const status = await this.#deliver(body, node);
        if (status !== 200 || node !== victim || dying) return;
        this.#kills += 1;
        dying = sleep(dieAfterMs).then(() => victim.kill());
      }),
    );
    await (dying ?? victim.kill());
    victim.spawn();
    await victim.ready();
  }

  /** Delivers the rest until everything is settled, then compares. */
  async end(): Promise<WebhookStormReport> {
    await this.#waitUntilSettled();
    const violations = await compareHistory(this.sql, this.people.fans, this.#ends);
    const rows = await this.sql<{ id: string; status: string }[]>`select id, status from pledges`;
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
    for (const [id, status] of this.#expected) {
      if (statusOf.get(id) !== status) violations.push(`pledge ${id} is ${statusOf.get(id)} instead of ${status}`);
    }
    return {
      bodies: await this.heldWebhooks.collect(),
      deliveries: this.#deliveries,
      kills: this.#kills,
      pages: this.#expected.size,
      violations: [...violations, ...this.#traffic.faults, ...this.people.fans.flatMap((fan) => fan.violations)],
      check: await this.nodes[0].cli('check'),
      serverErrors: this.nodes.map(({ output }) => output).join('\n'),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.#database.close();
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #fillIn(url: string | undefined, pledgeId: string, becomes: string): Promise<void> {
    const response = await fetch(`${url}/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }),
      redirect: 'manual',
    });
    if (response.status !== 303) throw new Error(`the hosted page answered ${response.status}`);
    this.#expected.set(pledgeId, becomes);
  }

  async #deliver(body: string, node: ServerProcess): Promise<number | undefined> {
    this.#deliveries += 1;
    const status = await this.heldWebhooks.deliver(body, node);
    if (status === 200) return status;
    // The node did not accept it, so the processor tries again later.
    if (!this.heldWebhooks.bodies.includes(body)) this.heldWebhooks.bodies.push(body);
    if (status !== undefined && status !== 503) this.#traffic.faults.push(`a webhook was answered with ${status}`);
    return status;
  }

  /** Waits until leases of jobs on dead nodes have expired and all is settled, and keeps delivering new webhooks. */
  async #waitUntilSettled(): Promise<void> {
    for (const begin = performance.now(); ; await sleep(200)) {
      await this.heldWebhooks.collect();
      for (const body of this.heldWebhooks.bodies.splice(0)) await this.#deliver(body, this.#random.pick(this.nodes));
      const left = (await countMoving(this.sql)) + (await this.countOpen()) + (await this.#countUnconfirmed());
      if (left === 0 && this.heldWebhooks.bodies.length === 0) return;
      if (performance.now() - begin > restWithinMs)
        throw new Error(`${left} pledges, charges or webhooks are still unsettled`);
    }
  }

  /** The number of pledges whose card is saved and whose confirming job has not run yet, perhaps because its node died. */
  async #countUnconfirmed(): Promise<number> {
    const [row] = await this.sql<{ count: number }[]>`
      select count(*) from pledges where status = 'setup_pending' and id = any(${[...this.#expected.keys()]}::uuid[])`;
    return row?.count ?? 0;
  }

  /** The number of acknowledged webhooks that are not processed yet. */
  async countOpen(): Promise<number> {
    const [row] = await this.sql<{ count: number }[]>`
      select count(*) from webhook_inbox where processed_at is null`;
    return row?.count ?? 0;
  }
}
