import { setTimeout as sleep } from 'node:timers/promises';
import type { MoneyContext } from '#server/money/money-context.ts';
import { snapshotEvents } from '#server/money/stripe/webhooks.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { giveUpPool } from '#server/pools/lifecycle/answer-as-creator.ts';
import { freePort } from '#testing/free-port.ts';
import { addPledgedPool } from '#testing/pledged-pool.ts';
import { StripeProcess } from '#testing/stripe-stand-in/process.ts';
import { waitForQuiet } from './load.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import type { Stage } from './stage.ts';

const fans = Number(process.env.BENCH_FANS ?? 2000);
const only = new RegExp(process.env.BENCH_CASES ?? '');
const latencyMs = 300;
const amountCents = 10_00;

/** Stripe's documented limits in calls a second: https://docs.stripe.com/rate-limits */
const modes = {
  live: { perSecond: 100, perEndpoint: 25, paced: 80 },
  sandbox: { perSecond: 25, perEndpoint: 25, paced: 20 },
};

interface Case {
  name: string;
  mode: keyof typeof modes;
  nodes: number;
}
const cases: Case[] = [
  { name: 'live limits', mode: 'live', nodes: 1 },
  { name: 'live limits, 2 nodes', mode: 'live', nodes: 2 },
  { name: 'sandbox limits', mode: 'sandbox', nodes: 1 },
  { name: 'sandbox limits, 2 nodes', mode: 'sandbox', nodes: 2 },
];

/** Two calls for each fan at different endpoints: create and confirm, or look for an earlier refund and refund. */
const callsNeeded = 2;
const limitSeconds = ({ perSecond: all, perEndpoint }: (typeof modes)['live']) =>
  Math.max((fans * callsNeeded) / all, fans / perEndpoint);

/** Waits until no pledge is in the status; returns the seconds. */
async function secondsUntilNone({ db }: MoneyContext, status: string): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const [row] = await db.sql<{ left: number }[]>`select count(*)::int as left from pledges where status = ${status}`;
    if (row?.left === 0) return (performance.now() - begin) / 1000;
    await sleep(250);
  }
}

/** Waits for the jobs that follow, such as webhooks, so that their calls count, too. */
async function untilIdle({ db }: MoneyContext): Promise<void> {
  for (let quiet = 0; quiet < 4; ) {
    await sleep(500);
    const [row] = await db.sql<{ left: number }[]>`
      select count(*)::int as left from pgboss.job where name in ('money', 'fast') and state in ('created', 'retry', 'active')
        and start_after < now() + interval '1 minute'`;
    quiet = row?.left === 0 ? quiet + 1 : 0;
  }
}

async function assertEach(context: MoneyContext, stripe: StripeProcess, status: string): Promise<void> {
  const [row] = await context.db.sql<{ count: number }[]>`
    select count(*)::int as count from pledges where status = ${status}`;
  const { chargedTwice } = await stripe.state();
  if (row?.count !== fans || chargedTwice.length > 0)
    throw new Error(`${row?.count} of ${fans} pledges are ${status}; charged twice: ${chargedTwice.length}`);
}

async function measure(stage: Stage, { name, mode, nodes }: Case): Promise<string[][]> {
  const limits = modes[mode];
  const label = name.replace(/\W+/g, '_');
  const url = await stage.createDatabase(label);
  const stripe = await StripeProcess.start(`${stage.folder}/${label}`);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const webhooks = { url: `${publicUrl}/api/webhooks/stripe`, secret: 'whsec_bench', events: snapshotEvents };
  await stripe.control('endpoint', webhooks);
  const env = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: webhooks.secret,
    STRIPE_API_BASE: stripe.url,
    STRIPE_CALLS_PER_SECOND: String(limits.paced),
    PUBLIC_URL: publicUrl,
  };
  const context = await stage.openOperations(url, { ...env, ROLE: 'web' });
  await context.jobs.start();
  const begin = performance.now();
  const pool = await addPledgedPool(context, stripe, { fans, amountCents });
  console.error(`${perSecond(fans)} fans with cards and pledges in ${ms(performance.now() - begin)}`);
  const products = [await stage.startProduct(url, { ...env, PORT: String(port) })];
  for (let node = 1; node < nodes; node += 1) products.push(await stage.startProduct(url, env));
  await stripe.control('settings', {
    latencyMs,
    rateLimit: limits.perSecond,
    endpointRateLimit: limits.perEndpoint,
  });

  const rows: string[][] = [];
  const step = async (what: string, act: () => Promise<unknown>, during: string, after: string) => {
    await waitForQuiet();
    await stripe.control('reset-figures');
    await act();
    const seconds = await secondsUntilNone(context, during);
    await untilIdle(context);
    await assertEach(context, stripe, after);
    rows.push(await rowOf(`${what}, ${name}`, stripe, seconds, limitSeconds(limits)));
  };
  const terms = { deliveryDays: 10, floorCents: amountCents };
  await step('collect', () => acceptPool(context, pool.creator, pool.id, terms), 'charging', 'paid');
  await step('refund', () => giveUpPool(context, pool.creator, pool.id), 'refund_pending', 'refunded');
  await context.jobs.stop();
  for (const product of products) await product.stop();
  await stripe.kill();
  return rows;
}

async function rowOf(name: string, stripe: StripeProcess, seconds: number, limit: number): Promise<string[]> {
  const { rate, requests } = await stripe.state();
  const offered = rate.taken + rate.refused;
  const row = [
    name,
    `${seconds.toFixed(0)} s`,
    `${limit.toFixed(0)} s`,
    `**${ratio(seconds / limit)}**`,
    (rate.taken / fans).toFixed(2),
    `${rate.refused} (${((100 * rate.refused) / offered).toFixed(1)} %)`,
    String(rate.highestPerSecond),
    `${ms(rate.p50Ms)} / ${ms(rate.p99Ms)}`,
  ];
  console.error(row.join(' | '), JSON.stringify(rate.refusedBy), JSON.stringify(requests));
  return row;
}

/** Charges and refunds a whole pool at the stand-in for Stripe under Stripe's rate limits. */
export async function measureCollect(stage: Stage): Promise<Figures> {
  const rows: string[][] = [];
  for (const each of cases.filter(({ name }) => only.test(name))) rows.push(...(await measure(stage, each)));
  return {
    rows: [
      ['what', 'time', 'limit', 'time : limit', 'calls a fan', '429 answers', 'most calls/s', 'call p50 / p99'],
      ...rows,
    ],
    notes: [
      `${perSecond(fans)} fans, ${latencyMs} ms for each call, webhooks on. Target: collected in less than 300 s, 429 answers below 1 %.`,
      'Limit: two calls a fan, each at another endpoint, as fast as the rate limit allows.',
    ],
  };
}
