import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/creators/payout-account.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { eventually } from '#testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import { type CutSide, DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { type StripeSetUp, setUpStripe } from '#testing/stripe-stand-in/set-up.ts';
import { invitePeople, join as joinSite, type People, peopleEnv } from '../people.ts';
import type { RetryingClient, Traffic } from '../retrying-client.ts';
import { ServerProcess } from '../server-process.ts';
import { endLeases, listUnsettled } from '../stripe/advance-time.ts';
import { MailServer } from './mail-server.ts';

const reachWithinMs = 30_000;
const rightWithinMs = 60_000;

/** An operation with its own pool or person, ready to begin. */
export interface Operation {
  /** People repeat a call that got no answer. */
  begin(): Promise<void>;
  /** Reads the effects so far, in our books and on the other side. */
  read(): Promise<object>;
  /** The effects of an operation that has run once. */
  end: object;
}

export interface KillPoint {
  name: string;
  /** Prepares an operation that comes to this point. */
  prepare: (stage: KillStage) => Promise<Operation>;
  /** A moment at which the server sends something: the COMMIT of a transaction that has run a statement, a call to Stripe, or an email. */
  border: { commitAfter: string } | { stripeCall: string } | { mail: true };
  /** `request`: before the other side gets it. `reply`: the other side has acted, and the server does not know yet. */
  side: CutSide;
}

const confirmEmail = (sql: Sql, userId: string) => sql`update users set email_verified_at = now() where id = ${userId}`;

/** A server process between a database, the stand-in for Stripe and a mail server, each of which can fall silent at a named point. */
export class KillStage {
  readonly traffic: Traffic;
  readonly people: People;
  readonly random: Random;
  readonly #parts: Parts;
  readonly #done: Operation[] = [];

  private constructor(parts: Parts, people: People, traffic: Traffic, random: Random) {
    this.#parts = parts;
    this.people = people;
    this.traffic = traffic;
    this.random = random;
  }

  static async open(seed: number): Promise<KillStage> {
    const parts = await openParts();
    const { server, stripe } = parts;
    const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
    server.spawn();
    await server.ready();
    const people = await invitePeople(server.url, traffic, 1, seed, (id) => confirmEmail(parts.connection.sql, id));
    const body = { country: 'US', processor: 'stripe' };
    const { url } = await people.creator.call(startPayoutSetup, { body });
    await stripe.process.submit(url, { outcome: 'ready' });
    await people.creator.call(refreshPayoutAccount, { body: { processor: 'stripe' } });
    return new KillStage(parts, people, traffic, seededRandom(seed));
  }

  get url(): string {
    return this.#parts.server.url;
  }

  /** A new fan without a card. */
  async newFan(): Promise<{ client: RetryingClient; id: string }> {
    const { client, id } = await joinSite(this.url, this.traffic, 'fan');
    await confirmEmail(this.sql, id);
    return { client, id };
  }

  get sql(): Sql {
    return this.#parts.connection.sql;
  }
  get stripe(): StripeSetUp {
    return this.#parts.stripe;
  }
  get mail(): MailServer {
    return this.#parts.mail;
  }

  /**
   * Kills the server with SIGKILL while its operation is at the point, and starts it again. Returns the milliseconds from the start until
   * everything is as it must be. Throws if that takes more than a minute. `hurries`: does not wait for the leases of the dead worker.
   */
  async killAt({ prepare, border, side }: KillPoint, { hurries }: { hurries: boolean }): Promise<number> {
    const { server } = this.#parts;
    const operation = await prepare(this);
    await this.rest();
    const { reached } = await this.#hold(border, side);
    const begun = operation.begin();
    const late = sleep(reachWithinMs, undefined, { ref: false }).then(() => {
      throw new Error('the server did not come to this point');
    });
    await Promise.race([reached, begun.then(() => reached), late]);
    await server.kill();
    if (hurries) await endLeases(this.sql);
    const restart = performance.now();
    server.spawn();
    await server.ready();
    await begun;
    const read = async () => ({ ...(await operation.read()), unsettled: await this.#listUnsettled() });
    const end = { ...operation.end, unsettled: [] };
    await eventually(read, (state) => isDeepStrictEqual(state, end), rightWithinMs - (performance.now() - restart));
    this.#done.push(operation);
    return performance.now() - restart;
  }

  /** Waits until the server, Stripe's webhooks and the jobs have nothing to do. */
  async rest(): Promise<void> {
    await eventually(
      () => this.#listUnsettled(),
      (left) => left.length === 0,
      rightWithinMs,
    );
  }

  /** Lists everything wrong at the end. Reads every operation again, because an effect could have been repeated later. */
  async listFaults(): Promise<string[]> {
    const { server, stripe } = this.#parts;
    const states = await Promise.all(this.#done.map((operation) => operation.read()));
    const changed = states.filter((state, index) => !isDeepStrictEqual(state, this.#done[index]?.end));
    const [clearing] = await this.sql<{ cents: number }[]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = 'clearing'`;
    const { balance, violations } = await stripe.process.state();
    const check = await server.cli('check');
    return [
      ...changed.map((state) => `changed later: ${JSON.stringify(state)}`),
      ...(clearing?.cents === balance.total ? [] : [`clearing is ${clearing?.cents}, the balance ${balance.total}`]),
      ...violations,
      ...this.traffic.faults,
      ...(check.code === 0 ? [] : [check.output]),
    ];
  }

  get serverErrors(): string {
    return this.#parts.server.output;
  }

  async close(): Promise<void> {
    const { server, connection, proxy, stripe, mail, database, dataDir } = this.#parts;
    await server.kill();
    await connection.close();
    await proxy.refuse();
    await Promise.all([stripe.stop(), mail.close(), database.drop()]);
    await rm(dataDir, { recursive: true, force: true });
  }

  /** The promise is in an object, because an async function would wait for it. */
  async #hold(border: KillPoint['border'], side: CutSide): Promise<{ reached: Promise<unknown> }> {
    if ('mail' in border) return { reached: this.mail.hold(side) };
    if ('commitAfter' in border) return { reached: this.#parts.proxy.holdCommit(border.commitAfter, side) };
    const { process } = this.stripe;
    const kind = side === 'request' ? 'hang_before' : 'hang_after';
    const { [kind]: before = 0 } = (await process.state()).faults;
    await process.setFaults({ rules: [{ kind, method: 'POST', path: border.stripeCall }] });
    const isHit = ({ faults }: Awaited<ReturnType<typeof process.state>>) => (faults[kind] ?? 0) > before;
    return { reached: eventually(() => process.state(), isHit, reachWithinMs) };
  }

  async #listUnsettled(): Promise<string[]> {
    const jobs = await this.sql<{ what: string }[]>`
      select 'job ' || (data->>'kind') as what from pgboss.job
      where data ? 'kind' and (state = 'active' or state in ('created', 'retry') and start_after <= clock_timestamp())`;
    const { deliveries } = await this.stripe.process.state();
    return [
      ...(await listUnsettled(this.sql)),
      ...jobs.map(({ what }) => what),
      ...(deliveries.due > 0 ? [`${deliveries.due} webhooks on their way`] : []),
    ];
  }
}

interface Parts {
  server: ServerProcess;
  /** The test's own connection, past the proxy. */
  connection: Database;
  proxy: DatabaseProxy;
  stripe: StripeSetUp;
  mail: MailServer;
  database: TestDatabase;
  dataDir: string;
}

async function openParts(): Promise<Parts> {
  const port = await freePort();
  const mail = new MailServer();
  const [database, stripe, smtpUrl, dataDir] = await Promise.all([
    createTestDatabase(),
    setUpStripe(port),
    mail.listen(),
    mkdtemp(join(tmpdir(), 'fanfare-kills-')),
  ]);
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const env = {
    ...peopleEnv,
    ...stripe.env,
    DATABASE_URL: proxy.url,
    DATABASE_POOL: '6',
    SMTP_URL: smtpUrl,
    // The release follows a second after an approved delivery.
    QUIET_PERIOD: 'PT1S',
  };
  const connection = openDatabase(database.url, { log: createLogger('silent'), max: 2 });
  return { server: new ServerProcess({ dataDir, port, env }), connection, proxy, stripe, mail, database, dataDir };
}
