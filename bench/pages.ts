import { join } from 'node:path';
import { hammer, median, waitForQuiet } from './load.ts';
import { buildEntry } from './react/build.ts';
import { type Figures, ms, perSecond, ratio } from './report.ts';
import { type Child, type Stage, startChild } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const warmUps = Number(process.env.BENCH_WARM_UPS ?? 4000);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 32);
const target = 0.4;

/** The servers measured for each page, in turns. */
const kinds = ['ours', 'react', 'static', 'oursStatic'] as const;
type Kind = (typeof kinds)[number];
type Measured = Record<Kind, number[]> & {
  loop: number[];
  p50: number[];
  p99: number[];
  oursCpu: number[];
  reactCpu: number[];
};

interface Page {
  name: string;
  path: string;
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

/** Gives the bare server the document that the product sends; throws unless it renders the same. Returns its size in bytes. */
async function handOver(page: Page, product: Child, bare: Child): Promise<number> {
  const response = await fetch(product.url + page.path);
  const document = await response.text();
  if (response.status !== 200) throw new Error(`${page.path} answers ${response.status}`);
  const { same, bytes } = (await bare.ask({ page: page.name, path: page.path, document })) as {
    same: boolean;
    bytes: number;
  };
  if (!same) throw new Error(`bare React renders ${page.path} differently from the product`);
  await product.ask({ page: document });
  return bytes;
}

/** Processor time of a server so far, in seconds. */
const cpuOf = async (server: Child) => ((await server.ask({})) as { cpu: number }).cpu;

async function measure(page: Page, product: Child, bare: Child): Promise<Measured> {
  const address: Record<Kind, string> = {
    ours: product.url + page.path,
    react: `${bare.url}/react/${page.name}`,
    static: `${bare.url}/static/${page.name}`,
    oursStatic: `${product.url}/bench/static`,
  };
  const measured: Measured = {
    ours: [],
    react: [],
    static: [],
    oursStatic: [],
    loop: [],
    p50: [],
    p99: [],
    oursCpu: [],
    reactCpu: [],
  };
  // Warm up by number of requests, not by time, because V8 compiles code after a number of calls.
  for (const kind of kinds) await hammer(address[kind], { connections, requests: warmUps });
  await bare.ask({ loop: page.name, ms: 2000 });
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) {
      await waitForQuiet();
      const server = kind === 'ours' || kind === 'oursStatic' ? product : bare;
      const before = await cpuOf(server);
      const { count, perSecond: value, p50, p99 } = await hammer(address[kind], { connections, seconds });
      const cpu = ((await cpuOf(server)) - before) / count;
      measured[kind].push(value);
      if (kind === 'react') measured.reactCpu.push(cpu * 1000);
      if (kind !== 'ours') continue;
      measured.oursCpu.push(cpu * 1000);
      measured.p50.push(p50);
      measured.p99.push(p99);
    }
    await waitForQuiet();
    const { perSecond: value } = (await bare.ask({ loop: page.name, ms: seconds * 1000 })) as { perSecond: number };
    measured.loop.push(value);
  }
  return measured;
}

/** The median of the ratios within each round, so that a slow phase of the machine affects both sides. */
const ratioOf = (ours: number[], others: number[]) =>
  median(ours.map((value, round) => value / (others[round] ?? Number.NaN)));

function rowOf(page: Page, bytes: number, measured: Measured): string[] {
  return [
    `${page.name} page (${Math.round(bytes / 1024)} KB)`,
    perSecond(median(measured.ours)),
    perSecond(median(measured.react)),
    perSecond(median(measured.loop)),
    perSecond(median(measured.oursStatic)),
    perSecond(median(measured.static)),
    `**${ratio(ratioOf(measured.ours, measured.react))}**`,
    `${ms(median(measured.oursCpu))} / ${ms(median(measured.reactCpu))}`,
    ratio(ratioOf(measured.reactCpu, measured.oursCpu)),
    `${ms(median(measured.p50))} / ${ms(median(measured.p99))}`,
  ];
}

/** Measures pages over HTTP against React alone with the same tree, and against a constant string. */
export async function measurePages(stage: Stage): Promise<Figures> {
  const entry = await buildEntry(join(stage.folder, 'react'));
  const product = await stage.startProduct(await stage.createDatabase('pages'), { DEMO_DATA: '1' });
  const bare = await startChild(join(import.meta.dirname, 'react/server.ts'), { BENCH_ENTRY: entry });
  try {
    const pages: Page[] = [
      { name: 'feed', path: '/browse-tip-pools' },
      { name: 'pool', path: await firstPoolPath(product.url) },
    ];
    const rows = [
      [
        'page',
        'ours/s',
        'bare React/s',
        'React in a loop/s',
        'string, ours/s',
        'string, bare/s',
        'ours : bare React',
        'CPU a page, ours / bare',
        'by CPU',
        'p50 / p99',
      ],
    ];
    for (const page of pages) {
      const bytes = await handOver(page, product, bare);
      rows.push(rowOf(page, bytes, await measure(page, product, bare)));
    }
    return {
      rows,
      notes: [
        `Target: ours : bare React of the feed page at least ${target}.`,
        `${connections} connections, ${rounds} rounds of ${seconds} s each in turns, medians; ratios are medians of the ratios in each round.`,
      ],
    };
  } finally {
    await bare.stop();
  }
}
