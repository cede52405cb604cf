import { join } from 'node:path';
import { login } from '#contract/accounts.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { testClient } from '#testing/client.ts';
import { median, requestRepeatedly, type Throughput, waitForQuiet } from './load.ts';
import type { ProcessLoad } from './process-load.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import { type Child, type Stage, startChild } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const warmUps = Number(process.env.BENCH_WARM_UPS ?? 4000);

interface Case {
  name: string;
  path: string;
  connections: number;
  headers: Record<string, string>;
}

/** The path of the first open pool in the feed. */
export async function firstPoolPath(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/api/pools`)).json()) as {
    pools: { canonicalPath: string; status: string }[];
  };
  const pool = answer.pools.find(({ status }) => status === 'open') ?? answer.pools[0];
  if (!pool) throw new Error('there is no pool to show');
  return pool.canonicalPath;
}

/** The cookies of the demo's fan. */
async function signIn(url: string): Promise<string> {
  const client = testClient(url);
  const [account] = demoAccounts;
  if (!account) throw new Error('there are no demo accounts');
  await client.call(login, { body: { email: account.email, password: account.password } });
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

async function casesOf(url: string): Promise<Case[]> {
  const br = { 'accept-encoding': 'br' };
  const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  // Without this, fetch asks for compressed pages, and the string would be as short as those.
  const plain = { 'accept-encoding': 'identity' };
  const poolPath = await firstPoolPath(url);
  const pages = {
    landing: '/',
    feed: '/browse-tip-pools',
    'pool page': poolPath,
    'pool page in German': `/de${poolPath}`,
  };
  const visitors = [16, 64].flatMap((connections) =>
    Object.entries(pages).map(([name, path]) => ({ name: `${name}, visitors`, path, connections, headers: br })),
  );
  const cookie = await signIn(url);
  return [
    ...visitors,
    { name: 'feed, signed in', path: pages.feed, connections: 16, headers: { cookie, ...plain } },
    { name: 'feed, signed in, compressed', path: pages.feed, connections: 16, headers: { cookie, ...asBrowsers } },
  ];
}

/** The bytes of the answer as it is sent. */
async function sentBytes(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
  const length = Number(response.headers.get('content-length'));
  await response.arrayBuffer();
  return length;
}

/** Measures one case and the bare server with a string of the same length, in turns. */
async function measure({ path, connections, headers }: Case, product: Child, bare: Child) {
  const bytes = await sentBytes(product.url + path, headers);
  await bare.ask({ bytes });
  const hit = (url: string, length: { seconds: number } | { requests: number }) =>
    requestRepeatedly(url, { connections, headers, ...length });
  // Warm up by number of requests, not by time, because V8 compiles code after a number of calls.
  await hit(product.url + path, { requests: warmUps });
  await hit(bare.url, { requests: warmUps });
  const ours: Throughput[] = [];
  const theirs: Throughput[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await waitForQuiet();
    ours.push(await hit(product.url + path, { seconds }));
    await waitForQuiet();
    theirs.push(await hit(bare.url, { seconds }));
  }
  return { bytes, ours, theirs };
}

/** Measures pages over HTTP against a constant string of the same length from bare node:http. */
export async function measurePages(stage: Stage): Promise<Figures> {
  const product = await stage.startProduct(await stage.createDemo('pages'), { LOCALES: 'en,de' });
  const bare = await startChild(join(import.meta.dirname, 'bare-string.ts'), {});
  const medianOf = (list: Throughput[], pick: (one: Throughput) => number) => median(list.map(pick));
  try {
    const rows = [
      ['page', 'connections', 'sent', 'ours/s', 'string/s', 'ours : string', 'p50 / p99', 'p99 of the string'],
    ];
    for (const one of await casesOf(product.url)) {
      const { bytes, ours, theirs } = await measure(one, product, bare);
      const ratios = ours.map((value, round) => value.perSecond / (theirs[round]?.perSecond ?? Number.NaN));
      rows.push([
        one.name,
        String(one.connections),
        `${Math.round(bytes / 1024)} KB`,
        perSecond(medianOf(ours, (value) => value.perSecond)),
        perSecond(medianOf(theirs, (value) => value.perSecond)),
        `**${median(ratios) < 0.1 ? `1/${Math.round(1 / median(ratios))}` : ratio(median(ratios))}**`,
        `${ms(medianOf(ours, ({ p50 }) => p50))} / ${ms(medianOf(ours, ({ p99 }) => p99))}`,
        ms(medianOf(theirs, ({ p99 }) => p99)),
      ]);
    }
    const { memory } = (await product.ask({})) as ProcessLoad;
    return {
      rows,
      notes: [
        'Targets: visitors at least 0.3 with a p99 under 15 ms at 64 connections; signed in at least 1/60.',
        `The product's process holds ${Math.round(memory / 2 ** 20)} MB at the end.`,
        `${rounds} rounds of ${seconds} s each in turns, medians; ratios are medians of the ratios in each round.`,
      ],
    };
  } finally {
    await bare.stop();
  }
}
