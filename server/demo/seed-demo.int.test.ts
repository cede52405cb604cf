import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { listReports } from '#contract/admin/moderation.ts';
import { listComments } from '#contract/comments.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { listCategories } from '#contract/creators/creators.ts';
import { listLikedPools } from '#contract/likes.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { listPools, poolStatuses } from '#contract/pools/pools.ts';
import { getPaymentProof } from '#contract/transparency.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { encodeAvifJob } from '#server/media/encode-avif-copies.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { sweepPoolDeadlines } from '#server/pools/lifecycle/sweep-pool-deadlines.ts';
import { sweepWaitingPools } from '#server/pools/lifecycle/sweep-waiting-pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { createClock, markTransaction, setClock } from './demo-clock.sql.ts';
import { demoComments, demoPools, demoUpdates } from './demo-content.ts';
import { rewriteEvents } from './demo-dates.sql.ts';
import { acquireDemoLock } from './demo-record.sql.ts';
import { seedDemo } from './seed-demo.ts';
import { skipDemoPledges } from './skip-demo-pledges.ts';

let app: TestApp;

// This app only serves requests; the seeding process runs the jobs.
beforeAll(async () => {
  app = await startTestApp({ env: { ROLE: 'web' } });
});
// close() checks the invariants of `cli check`.
afterAll(() => app.close());

async function seed(): Promise<boolean> {
  const { config } = app.context;
  const limitless = { ...config, role: 'all' as const, rateLimitFactor: 0 };
  const platform = openPlatform(limitless, config.databaseUrl ?? '', createLogger('error'));
  try {
    return await seedDemo(platform);
  } finally {
    await platform.db.close();
  }
}

/** Starts the server on the empty database and kills it once the demo has three pools. Returns the feed's status and the progress lines. */
async function startAndKill(): Promise<{ feed: number; demo: string[] }> {
  const { config } = app.context;
  const child = spawn(process.execPath, [programs.server, '--no-pages'], {
    env: {
      ...compileCacheEnv,
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: config.databaseUrl ?? '',
      DATA_DIR: config.dataDir,
      DEMO_DATA: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  while ((await count('pools')) < 3) {
    if (child.exitCode !== null) throw new Error(`the server exited early: ${output}`);
    await sleep(20);
  }
  const url = /Server listening at (http:[^"]+)/.exec(output)?.[1];
  const feed = (await fetch(`${url}/api/pools`)).status;
  child.kill('SIGKILL');
  await ended;
  return { feed, demo: output.match(/^demo: .+$/gm) ?? [] };
}

async function count(table: string): Promise<number> {
  const [row] = await app.context.db.sql<{ n: number }[]>`select count(*) as n from ${app.context.db.sql(table)}`;
  return row?.n ?? 0;
}

describe('demo data', () => {
  it('waits for another process that fills it, longer than a statement may run', async () => {
    const { sql } = app.context.db;
    const [first, second] = [sql.reserve(), sql.reserve()];
    try {
      await acquireDemoLock(first);
      await second`set statement_timeout = '50ms'`;
      const waiting = acquireDemoLock(second).then(() => 'acquired');
      expect(await Promise.race([waiting, sleep(200, 'still waiting')])).toBe('still waiting');
      await first.release();
      expect(await waiting).toBe('acquired');
    } finally {
      await Promise.all([first.release(), second.release()]);
    }
  });

  it('fills while the server serves requests, and starts over after a kill', { timeout: 240_000 }, async () => {
    const { feed, demo } = await startAndKill();
    expect(feed).toBe(200);
    expect(demo[0]).toMatch(/^demo: \d+ creators, \d+ fans$/);
    expect(demo.join()).not.toContain('complete');
    expect(await count('users')).toBeGreaterThan(20);
    expect(await seed()).toBe(true);
    expect(await count('pools')).toBe(demoPools.length);
    expect(await seed()).toBe(false);
    expect(await count('pools')).toBe(demoPools.length);
  });

  it('logs the events of pools that raise money, each pledge once', async () => {
    const { sql } = app.context.db;
    const raising = ['open', 'goal_met', 'accepted'];
    const types = await sql<{ type: string }[]>`select distinct type from events order by type`;
    expect(types.map(({ type }) => type)).toEqual(['pledge.placed', 'pool.accepted', 'pool.goal_met', 'pool.opened']);
    expect(
      await sql`
        select p.id from pools p
        where p.status = any (${raising}::text[])
          and p.fan_count <> (select count(*) from events e where e.pool_id = p.id and e.type = 'pledge.placed')
        union all
        select p.id from pools p join events e on e.pool_id = p.id
        where p.status <> all (${raising}::text[]) or e.occurred_at < p.created_at or e.occurred_at > now()`,
    ).toEqual([]);
  });

  it('has pools in every state and every category, with pictures', async () => {
    const { sql } = app.context.db;
    const states = await sql<{ status: string }[]>`select distinct status from pools`;
    expect(states.map(({ status }) => status).sort()).toEqual([...poolStatuses].sort());
    const visitor = app.client();
    const total = async (query: { categories?: string }) =>
      (await visitor.call(listPools, { query })).pagination.totalCount;
    expect(await total({})).toBeGreaterThanOrEqual(42);
    for (const { name } of await visitor.call(listCategories)) {
      if (name !== 'NSFW') expect(await total({ categories: name }), name).toBeGreaterThanOrEqual(3);
    }
    const pictures = await sql<{ key: string }[]>`select key from images`;
    expect(pictures.length).toBeGreaterThan(80);
    const picture = await fetch(`${app.url}/media/images/${pictures[0]?.key}-400.webp`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('gives each of the three demo accounts something to do', async () => {
    const signedIn = async (label: string) => {
      const { email = '', password = '' } = demoAccounts.find((one) => one.label === label) ?? {};
      const client = app.client();
      await client.call(login, { body: { email, password } });
      return client;
    };
    const fan = await signedIn('Fan');
    expect((await fan.call(listLikedPools)).pools.length).toBeGreaterThan(2);
    const pledges = (await fan.call(listMyPledges)).map(({ status }) => status);
    expect(pledges).toEqual(expect.arrayContaining(['notified', 'paid', 'pledged']));
    const paid = (await fan.call(listMyPledges)).filter(({ status }) => status === 'paid');
    for (const { id } of paid) expect((await fan.call(getPaymentProof, { params: { id } })).text).toContain(id);
    const { requests, work, done, earnings } = await (await signedIn('Creator')).call(getCreatorDashboard);
    expect(Math.min(requests.length, work.length, done.length)).toBeGreaterThan(0);
    expect(earnings).toBeDefined();
    const admin = await signedIn('Admin');
    const reports = await admin.call(listReports, { query: {} });
    expect(reports.pagination.totalCount).toBeGreaterThan(1);
  });

  it('has a pool with several pages of comments', async () => {
    const [title = ''] = Object.keys(demoComments);
    const [pool] = await app.context.db.sql<{ id: string }[]>`select id from pools where title = ${title}`;
    const { pagination } = await app.client().call(listComments, { params: { id: pool?.id ?? '' } });
    expect(pagination.totalPages).toBeGreaterThan(1);
  });

  it('has updates for everyone and for contributors, older than their comments', async () => {
    const { sql } = app.context.db;
    const rows = await sql<{ audience: string; pictures: number }[]>`
      select audience, (select count(*) from pool_update_images m where m.update_id = x.id) as pictures from pool_updates x`;
    expect(rows.length).toBe(Object.values(demoUpdates).flat().length);
    expect(new Set(rows.map(({ audience }) => audience))).toEqual(new Set(['everyone', 'contributors']));
    expect(rows.filter(({ pictures }) => pictures > 0).length).toBeGreaterThan(3);
    const early = await sql`
      select 1 from pool_updates x join pools p on p.id = x.pool_id left join comments c on c.update_id = x.id
      where x.created_at < p.created_at or c.created_at < x.created_at`;
    expect(early.length).toBe(0);
  });

  it('spreads its history over ninety days', async () => {
    const { sql } = app.context.db;
    const daysOf = async (dates: string) => {
      const [row] = await sql.unsafe<{ days: number; oldest: number; future: number }[]>(`
        select count(distinct at::date)::int as days, (current_date - min(at)::date) as oldest,
          count(*) filter (where at > clock_timestamp())::int as future from (${dates}) d (at)`);
      expect(row?.future, dates).toBe(0);
      expect(row?.oldest, dates).toBeLessThanOrEqual(93);
      return row ?? { days: 0, oldest: 0 };
    };
    const people = await daysOf('select created_at from users');
    expect(people.days).toBeGreaterThan(25);
    expect(people.oldest).toBeGreaterThan(85);
    expect((await daysOf('select created_at from pools')).days).toBeGreaterThan(25);
    expect((await daysOf('select pledged_at from pledges')).days).toBeGreaterThan(60);
    expect((await daysOf('select created_at from comments')).days).toBeGreaterThan(25);
    expect((await daysOf('select created_at from messages')).days).toBeGreaterThan(15);
    // By chance, like the others: about 55 of the ninety days.
    expect((await daysOf('select created_at from creator_follows')).days).toBeGreaterThan(40);
    const charged = await daysOf(`select created_at from ledger_journals where kind = 'charge'`);
    expect(charged.days).toBeGreaterThan(10);
    expect(charged.oldest).toBeGreaterThan(50);
    const paidOut = await daysOf(`select created_at from ledger_journals where kind = 'payout_settled'`);
    expect(paidOut.days).toBeGreaterThan(3);
  });

  it('dates nothing before what it belongs to', async () => {
    const { sql } = app.context.db;
    const wrong = {
      'pledge before pool or person': `select g.id from pledges g join pools p on p.id = g.pool_id join users u on u.id = g.fan_id
        where least(g.created_at, g.pledged_at) < greatest(p.created_at, u.created_at) or g.paid_at < g.pledged_at`,
      'pool before its owner or creator': `select p.id from pools p join users u on u.id = p.owner_id
        left join creator_profiles c on c.id = p.creator_profile_id where p.created_at < greatest(u.created_at, c.created_at)`,
      'comment before pool, person or the comment it answers': `select c.id from comments c join pools p on p.id = c.pool_id
        join users u on u.id = c.author_id left join comments a on a.id = c.parent_id
        where c.created_at < greatest(p.created_at, u.created_at, a.created_at)`,
      'message before pool, person or the message before it': `select m.id from messages m join chat_rooms r on r.id = m.room_id
        left join pools p on p.id = r.pool_id left join users u on u.id = m.sender_id
        left join messages a on a.room_id = m.room_id and a.seq = m.seq - 1
        where m.created_at < greatest(p.created_at, u.created_at, a.created_at)`,
      'like before pool or person': `select 1 from pool_likes l join pools p on p.id = l.pool_id join users u on u.id = l.user_id
        where l.created_at < greatest(p.created_at, u.created_at)`,
      'event of a pool out of order': `select e.id from pool_events e join pool_events a on a.pool_id = e.pool_id and a.id < e.id where e.at < a.at`,
      'journal out of order': `select j.id from ledger_journals j join ledger_journals a on a.id = j.id - 1 where j.created_at < a.created_at - interval '1 second'`,
      'journal apart from its payment': `select y.id from payments y join ledger_journals j on j.cause = y.idempotency_key
        where abs(extract(epoch from j.created_at - y.settled_at)) > 5`,
      'delivery before it was paid for': `select c.id from content_claims c join pledges g on g.pool_id = c.pool_id where g.paid_at > c.created_at`,
      'clock that has run out': `select id from pools where ended_at is null and clock_at < clock_timestamp() + interval '6 hours'`,
      'demo clock left behind': `select 1 from pg_trigger where tgname = 'demo_date'`,
    };
    for (const [fault, query] of Object.entries(wrong)) expect(await sql.unsafe(query), fault).toEqual([]);
  });

  it('has a conversation in every open pool', async () => {
    const { sql } = app.context.db;
    const quiet = await sql`
      select p.title, count(m.id)::int as messages, count(distinct m.sender_id)::int as people from pools p
      left join chat_rooms r on r.pool_id = p.id left join messages m on m.room_id = r.id and m.sender_id is not null
      where p.status in ('open', 'goal_met', 'accepted') group by p.id having count(m.id) not between 6 and 25 or count(distinct m.sender_id) < 3`;
    expect(quiet).toEqual([]);
    expect(await count('message_reactions')).toBeGreaterThan(40);
  });

  it('sends no email and no reminder about the past', async () => {
    const { sql } = app.context.db;
    const before = await count('notifications');
    await sweepPoolDeadlines(app.context);
    await sweepWaitingPools(app.context);
    const due = await sql`
      select data->>'kind' as kind from pgboss.job where state in ('created', 'retry') and start_after < clock_timestamp() + interval '1 hour'
        and data->>'kind' <> ${encodeAvifJob.kind}`;
    expect(due).toEqual([]);
    expect(await count('notifications')).toBe(before);
    expect(await count('mails')).toBe(0);
    expect(
      await sql`select title from pools where status = 'in_production' and delivery_due_at < clock_timestamp()`,
    ).toEqual([]);
  });

  it('has people with different stories', async () => {
    const { sql } = app.context.db;
    const [heavy] = await sql`
      select count(*)::int as pools from pledges g join users u on u.id = g.fan_id where u.username = 'jt'`;
    expect(heavy?.pools).toBeGreaterThan(30);
    const delivered = await sql`
      select p.id from pools p join creator_profiles c on c.id = p.creator_profile_id
      where c.username = 'solder_sam' and p.status = 'completed'`;
    expect(delivered.length).toBe(3);
    const waiting = await sql`
      select p.id from pools p join creator_profiles c on c.id = p.creator_profile_id
      where c.username = 'foamsmith_leo' and p.status = 'delivered' and p.quiet_until > clock_timestamp()`;
    expect(waiting.length).toBe(1);
    expect((await sql`select 1 from payouts where status <> 'paid'`).length).toBe(0);
    expect(
      (await sql`select 1 from pledges g join users u on u.id = g.fan_id where u.username = 'pilar_m'`).length,
    ).toBe(1);
    const [newest] = await sql`
      select c.avatar_url, (select count(*)::int from pools p where p.creator_profile_id = c.id) as pools
      from creator_profiles c where c.username = 'small_hours_radio'`;
    expect(newest).toEqual({ avatarUrl: null, pools: 0 });
    expect(
      (await sql`select 1 from users where created_at > clock_timestamp() - interval '3 days'`).length,
    ).toBeGreaterThan(0);
  });

  it('dates the journals of the demo’s transactions only', async () => {
    const { db } = app.context;
    const ages: number[] = [];
    const undone = db.tx(async (tx) => {
      const insertJournal = async (cause: string) => {
        const [row] = await tx<{ days: number }[]>`
          insert into ledger_journals (kind, cause) values ('correction', ${cause})
          returning extract(epoch from clock_timestamp() - created_at)::float8 / 86400 as days`;
        ages.push(Math.round(row?.days ?? Number.NaN));
      };
      await createClock(tx);
      await setClock(tx, 30);
      await insertJournal('test:real');
      await markTransaction(tx);
      await insertJournal('test:demo');
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(ages).toEqual([0, 30]);
  });

  it('logs the pledge of another person once, while it fills and when it rewrites its log', async () => {
    const { db, facts } = app.context;
    const logged: unknown[] = [];
    const undone = db.tx(async (tx) => {
      const [person] = await tx<{ id: string }[]>`
        insert into users (email, username) values ('guest@people.example', 'guest_person') returning id`;
      const [demo] = await tx<{ id: string; poolId: string; fanId: string }[]>`
        select g.id, g.pool_id, g.fan_id from pledges g join pools p on p.id = g.pool_id
        where p.status = 'open' and g.status = 'pledged' limit 1`;
      if (!person || !demo) throw new Error('there is no open pool with a pledge');
      const [pledge] = await tx<{ id: string }[]>`
        insert into pledges (pool_id, fan_id, amount_cents, request_cents, request_key, status, pledged_at)
        values (${demo.poolId}, ${person.id}, 500, 500, gen_random_uuid(), 'pledged', now()) returning id`;
      const pledgeId = pledge?.id ?? '';
      const read = () => tx<{ id: string }[]>`select id from events where subject_id = ${pledgeId}`;
      const ofDemo = () => tx`select 1 from events where subject_id = ${demo.id}`;
      await tx`delete from events where subject_id = ${demo.id}`;
      await skipDemoPledges(facts).publishMany(tx, 'pledge.placed', [
        { pledgeId: demo.id, poolId: demo.poolId, userId: demo.fanId },
        { pledgeId, poolId: demo.poolId, userId: person.id },
      ]);
      const before = await read();
      logged.push(before.length, (await ofDemo()).length);
      await rewriteEvents(tx);
      logged.push((await ofDemo()).length);
      expect(await read()).toEqual(before);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(logged).toEqual([1, 0, 1]);
  });

  it('deletes nothing if another person has an account', async () => {
    const { sql } = app.context.db;
    await sql`update demo.seed set finished_at = null`;
    await sql`insert into users (email, username, email_verified_at) values ('real@people.example', 'real_person', now())`;
    expect(await seed()).toBe(false);
    expect(await count('pools')).toBe(demoPools.length);
  });
});
