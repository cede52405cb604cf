import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveTestCard } from '#server/money/cards/save-test-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { createPool } from '#server/pools/create-pool.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { waitForQuiet } from './load.ts';
import { type Figures, perSecond } from './report.ts';
import type { Stage } from './stage.ts';

const followers = Number(process.env.BENCH_FOLLOWERS ?? 100_000);
/** Pools that are accepted in a round, one after another. Each leads to one charge. */
const charges = Number(process.env.BENCH_CHARGES ?? 400);
const pauseMs = 40;
const fans = 50;

const actorOf = (userId: string, role: Actor['role']): Actor => ({
  userId,
  role,
  username: userId,
  locale: 'en',
  suspended: false,
  emailVerified: true,
  sessionId: '',
  hasFreshProof: false,
});

async function addPerson({ db: { sql } }: MoneyContext, name: string, role: 'user' | 'creator'): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into users (email, username, role, email_verified_at, is_verified)
    values (${`${name}@example.org`}, ${name}, ${role}, now(), ${role === 'creator'}) returning id`;
  assert.ok(row);
  return row.id;
}

async function addProfile({ db: { sql } }: MoneyContext, name: string, ownerId: string): Promise<string> {
  await sql`insert into payout_accounts (user_id, processor, account_ref, status) values (${ownerId}, 'sandbox', ${`acct_${name}`}, 'ready')`;
  const [row] = await sql<{ id: string }[]>`
    insert into creator_profiles (username, full_name, display_name, status, owner_id)
    values (${name}, ${name}, ${name}, 'verified', ${ownerId}) returning id`;
  assert.ok(row);
  return row.id;
}

/** Pools that have met their goal with one pledge each. */
async function addPools(context: MoneyContext, creatorId: string, fanIds: string[], round: string): Promise<string[]> {
  const { sql } = context.db;
  const rows = await sql<{ id: string }[]>`
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at, assigned_creator_id, status,
      pledged_cents, fan_count)
    select ${creatorId}, 'A song', ${round} || n, ${round} || n, ${round} || n, 'Please write a song.', 1000, now() + interval '30 days',
      now() + interval '30 days', ${creatorId}, 'open', 1000, 1 from generate_series(1, ${charges}::int) n returning id`;
  const ids = rows.map(({ id }) => id);
  await sql`insert into pool_events (pool_id, to_status, reason) select id, 'open', 'created' from unnest(${ids}::uuid[]) id`;
  await sql`
    insert into pledges (pool_id, fan_id, amount_cents, status, request_key, request_cents, card_id, pledged_at)
    select p.id, f.id, 1000, 'pledged', gen_random_uuid(), 1000, (select k.id from cards k where k.user_id = f.id), now()
    from unnest(${ids}::uuid[]) with ordinality p (id, n)
    join unnest(${fanIds}::uuid[]) with ordinality f (id, n) on f.n = 1 + p.n % ${fanIds.length}`;
  for (const id of ids) await context.db.tx((tx) => applyPoolEvent(context, tx, id, { type: 'pledges_changed' }));
  return ids;
}

/** The waits between the moment a charge is due and its start, in milliseconds, longest first. */
async function waitsOf({ db: { sql } }: MoneyContext, poolIds: string[]): Promise<number[]> {
  for (let rounds = 0; rounds < 240; rounds += 1) {
    const rows = await sql<{ ms: number }[]>`
      select (extract(epoch from j.started_on - j.start_after) * 1000)::float8 as ms
      from pgboss.job j join pledges g on g.id = (j.data->'payload'->>'pledgeId')::uuid
      where j.data->>'kind' = 'pledge.charge' and j.started_on is not null and g.pool_id = any(${poolIds}::uuid[])
      order by ms desc`;
    if (rows.length >= poolIds.length) return rows.map(({ ms }) => ms);
    await sleep(250);
  }
  throw new Error('not every charge has started');
}

async function countNotices({ db: { sql } }: MoneyContext): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from notifications where kind = 'followed_pool'`;
  return row?.n ?? 0;
}

interface Round {
  waits: number[];
  /** From the opened pool to the last notice, in seconds; null if no pool was opened. */
  seconds: number | null;
}

async function runRound(
  context: MoneyContext,
  creator: Actor,
  poolIds: string[],
  open?: () => Promise<unknown>,
): Promise<Round> {
  await waitForQuiet();
  const begin = performance.now();
  await open?.();
  const watching = open ? watchNotices(context, begin) : Promise.resolve(null);
  for (const id of poolIds) {
    await acceptPool(context, creator, id, { deliveryDays: 10, floorCents: 1000 });
    await sleep(pauseMs);
  }
  return { waits: await waitsOf(context, poolIds), seconds: await watching };
}

async function watchNotices(context: MoneyContext, begin: number): Promise<number> {
  while ((await countNotices(context)) < followers) await sleep(250);
  return (performance.now() - begin) / 1000;
}

const at = (waits: number[], share: number) => `${perSecond(waits[Math.floor((waits.length - 1) * share)] ?? 0)} ms`;

/** The cost of a pool for a creator with very many followers, and how long charges wait while they are notified. */
export async function measureFollowers(stage: Stage): Promise<Figures> {
  const url = await stage.createDatabase('followers');
  const context = await stage.openOperations(url, { ROLE: 'web' });
  await context.jobs.start();
  const { sql } = context.db;
  const [busy, famous, owner] = await Promise.all([
    addPerson(context, 'busy', 'creator'),
    addPerson(context, 'famous', 'creator'),
    addPerson(context, 'owner', 'user'),
  ]);
  await addProfile(context, 'busy', busy);
  const profileId = await addProfile(context, 'famous', famous);
  const fanIds: string[] = [];
  for (let n = 0; n < fans; n += 1) {
    const id = await addPerson(context, `fan_${n}`, 'user');
    await saveTestCard(context, id, 'pays');
    fanIds.push(id);
  }
  await sql`
    insert into users (email, username, email_verified_at)
    select 'follower_' || n || '@example.org', 'follower_' || n, now() from generate_series(1, ${followers}::int) n`;
  // The trigger counts one row after another, which takes minutes within one transaction.
  await sql`alter table creator_follows disable trigger user`;
  await sql`insert into creator_follows (user_id, profile_id) select id, ${profileId} from users where username like 'follower_%'`;
  await sql`alter table creator_follows enable trigger user`;
  await sql`update creator_profiles set follower_count = ${followers} where id = ${profileId}`;
  await sql`analyze`;
  const product = await stage.startProduct(url);
  const creator = actorOf(busy, 'creator');
  const rounds: [string, Round][] = [];
  const alone = await addPools(context, busy, fanIds, 'alone');
  const beside = await addPools(context, busy, fanIds, 'beside');
  await sleep(5000);
  rounds.push(['no news', await runRound(context, creator, alone)]);
  const form = {
    title: 'A song for everyone',
    description: 'Please write a song.',
    fundingGoal: 5000,
    categories: ['Music'],
    creatorProfileId: profileId,
  };
  const open = () => createPool(context, actorOf(owner, 'user'), form);
  rounds.push([`a pool for ${perSecond(followers)} followers`, await runRound(context, creator, beside, open)]);
  const [size] = await sql<{ table: string; indexes: string }[]>`
    select pg_size_pretty(pg_table_size('notifications')) as table, pg_size_pretty(pg_indexes_size('notifications')) as indexes`;
  const [jobs] = await sql<{ n: number; ms: number; longest: number }[]>`
    select count(*)::int as n, avg(extract(epoch from completed_on - started_on) * 1000)::float8 as ms,
      max(extract(epoch from completed_on - started_on) * 1000)::float8 as longest
    from pgboss.job where name = 'crowd' and state = 'completed'`;
  await context.jobs.stop();
  await product.stop();
  return {
    rows: [
      ['during', 'charges', 'wait, median', 'p99', 'longest', 'until the last notice'],
      ...rounds.map(([name, { waits, seconds }]) => [
        name,
        String(waits.length),
        at(waits, 0.5),
        at(waits, 0.01),
        at(waits, 0),
        seconds === null ? '' : `${seconds.toFixed(1)} s`,
      ]),
    ],
    notes: [
      `A charge waits from the commit that makes it due until its job starts. One pool is accepted every ${pauseMs} ms, each with one fan.`,
      `The notices are ${perSecond(followers)} rows: ${size?.table} and ${size?.indexes} of indexes, with ${jobs?.n} jobs that took ${perSecond(jobs?.ms ?? 0)} ms each, the longest ${perSecond(jobs?.longest ?? 0)} ms.`,
    ],
  };
}
