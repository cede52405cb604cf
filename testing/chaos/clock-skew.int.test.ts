import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { getPool } from '#contract/pools/pools.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { repeats, seed } from '#testing/seeded-random.ts';
import { invitePeople, newPool, type People, peopleEnv } from './people.ts';
import { Refused, RetryingClient, type Traffic } from './retrying-client.ts';
import { ServerProcess } from './server-process.ts';

/** Two nodes whose clocks are wrong by ten minutes in opposite directions. The clock of PostgreSQL is right. */
const offsetsMs = [600_000, -600_000];
const deadlines = repeats(2, 20);
const observedMs = repeats(1500, 65_000);
const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };

let folder: string;
let database: TestDatabase;
let db: Database;
let nodes: ServerProcess[];
let people: People;
const sql = (): Sql => db.sql;

beforeAll(async () => {
  folder = await mkdtemp(joinPath(tmpdir(), 'fanfare-clocks-'));
  database = await createTestDatabase();
  db = openDatabase(database.url, { log: createLogger('silent'), max: 2 });
  const clock = pathToFileURL(joinPath(import.meta.dirname, '..', 'skewed-clock.ts')).href;
  nodes = await Promise.all(
    offsetsMs.map(async (offsetMs, index) => {
      const env = {
        ...peopleEnv,
        DATABASE_URL: database.url,
        DATABASE_POOL: '4',
        LOG_LEVEL: 'info',
        NODE_OPTIONS: `--import=${clock}`,
        CLOCK_OFFSET_MS: String(offsetMs),
      };
      return new ServerProcess({ dataDir: joinPath(folder, String(index)), port: await freePort(), env });
    }),
  );
  // One after the other, because the first node creates the admin.
  for (const node of nodes) {
    node.spawn();
    await node.ready();
  }
  people = await invitePeople(nodes[0]?.url ?? '', traffic, 2, seed);
}, 120_000);
afterAll(async () => {
  for (const node of nodes ?? []) await node.kill();
  await db?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The person with this client on every node. */
const onEveryNode = (cookie: string) => nodes.map(({ url }) => new RetryingClient(url, traffic, cookie));

/** The status of a new pledge, or the code of its refusal. */
async function pledge(client: RetryingClient, poolId: string): Promise<string> {
  const body = { amountCents: 500, requestKey: randomUUID(), useSavedCard: true };
  return client.call(pledgeToPool, { params: { poolId }, body }).then(
    (answer) => answer.pledge.status,
    (error: unknown) => {
      if (error instanceof Refused) return error.code;
      throw error;
    },
  );
}

it('the nodes log times that are wrong by ten minutes', () => {
  const skews = nodes.map(({ output }) => {
    const times = [...output.matchAll(/"time":"([^"]+)"/g)].map(([, time = '']) => new Date(time).getTime());
    return Math.round(((times.at(-1) ?? 0) - Date.now()) / 60_000);
  });
  expect(skews).toEqual([10, -10]);
});

it('sessions of one node are valid on the other', async () => {
  for (const { client } of people.fans) {
    for (const { url } of nodes) {
      const response = await fetch(`${url}/api/user`, { headers: { cookie: client.cookie } });
      expect(response.status).toBe(200);
      await response.body?.cancel();
    }
  }
});

it(`both nodes take pledges until the deadline and none after it, in ${deadlines} pools`, async () => {
  const [early, late] = people.fans;
  if (!early || !late) throw new Error('there are no fans');
  for (let round = 0; round < deadlines; round += 1) {
    const poolId = await newPool(people.admin, 100_000_00);
    // By the clock of the first node this is over.
    await moveDeadline(poolId, 300);
    const node = round % 2;
    expect(await pledge(onEveryNode(early.client.cookie)[node] as RetryingClient, poolId)).toBe('pledged');
    await moveDeadline(poolId, 0.4);
    for (let isOver = false; !isOver; await sleep(50)) {
      const pools = await Promise.all(
        onEveryNode(early.client.cookie).map((client) => client.call(getPool, { params: { id: poolId } })),
      );
      const [row] = await sql()<{ isOver: boolean }[]>`
        select clock_timestamp() > deadline as is_over from pools where id = ${poolId}`;
      isOver = row?.isOver ?? false;
      if (!isOver) expect(pools.map(({ status }) => status)).toEqual(['open', 'open']);
    }
    // By the clock of the second node there are ten minutes left.
    for (const client of onEveryNode(late.client.cookie)) expect(await pledge(client, poolId)).toBe('pool_closed');
  }
});

async function moveDeadline(poolId: string, inSeconds: number): Promise<void> {
  await sql()`
    with due as materialized (select clock_timestamp() + make_interval(secs => ${inSeconds}::float8) as at)
    update pools set deadline = due.at, clock_at = due.at from due where id = ${poolId}`;
}

it(
  'a clock that jumps by an hour in either direction starts no burst of jobs and ends no session',
  async () => {
    const countJobs = async () => {
      const [row] = await sql()<{ count: number }[]>`
      select count(*) from pgboss.job where created_on > clock_timestamp() - make_interval(secs => ${observedMs / 1000})`;
      return row?.count ?? 0;
    };
    await sleep(repeats(0, observedMs));
    const before = await countJobs();
    for (const [signal, node] of [
      ['SIGUSR2', nodes[0]],
      ['SIGWINCH', nodes[1]],
    ] as const) {
      process.kill(node?.pid ?? 0, signal);
      for (const begin = performance.now(); performance.now() - begin < observedMs; await sleep(250)) {
        const response = await fetch(`${node?.url}/api/user`, {
          headers: { cookie: people.fans[0]?.client.cookie ?? '' },
        });
        expect(response.status).toBe(200);
        await response.body?.cancel();
      }
      const after = await countJobs();
      console.log(JSON.stringify({ signal, jobsBefore: before, jobsAfter: after }));
      expect(after).toBeLessThanOrEqual(before + 20);
    }
    expect(traffic.faults).toEqual([]);
    const check = await nodes[0]?.cli('check');
    expect(check?.code, check?.output).toBe(0);
  },
  60_000 + 4 * observedMs,
);
