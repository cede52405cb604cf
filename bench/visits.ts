import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArgs, findChromium } from '#testing/chromium.ts';
import { median, waitForQuiet } from './load.ts';
import { firstPoolPath } from './pages.ts';
import type { Figures } from './report.ts';
import type { Stage } from './stage.ts';

const run = promisify(execFile);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

// Installed on demand, because it brings a hundred packages that nothing else needs.
const lighthouse = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
] as const;

interface Report {
  categories: Record<(typeof categories)[number], { score: number }>;
  audits: Record<(typeof metrics)[number], { numericValue: number }>;
}

async function install(folder: string): Promise<string> {
  const npm = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, lighthouse];
  await run('npm', npm, { maxBuffer: 16 << 20 });
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}

/** Visits as Lighthouse's mid-range phone on slow 4G, with real throttling of Chromium. */
async function visit(cli: string, chromium: string, url: string): Promise<Report> {
  const args = [
    url,
    '--quiet',
    '--output=json',
    '--form-factor=mobile',
    '--throttling-method=devtools',
    `--only-categories=${categories.join()}`,
    `--chrome-flags=${chromiumArgs.join(' ')}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  const { stdout } = await run(process.execPath, [cli, ...args], { env, maxBuffer: 64 << 20 });
  return JSON.parse(stdout) as Report;
}

const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;

function rowOf(name: string, reports: Report[]): string[] {
  const score = (category: (typeof categories)[number]) =>
    Math.round(100 * median(reports.map((report) => report.categories[category].score)));
  const metric = (name: (typeof metrics)[number]) => median(reports.map((report) => report.audits[name].numericValue));
  return [
    name,
    `**${score('performance')}**`,
    String(score('accessibility')),
    String(score('best-practices')),
    String(score('seo')),
    seconds(metric('first-contentful-paint')),
    seconds(metric('largest-contentful-paint')),
    `${metric('total-blocking-time').toFixed(0)} ms`,
    seconds(metric('speed-index')),
    String(Number(metric('cumulative-layout-shift').toFixed(3))),
  ];
}

/** Measures a first visit on a slow phone with Lighthouse. */
export async function measureVisits(stage: Stage): Promise<Figures> {
  const cli = await install(join(stage.folder, 'lighthouse'));
  const chromium = await findChromium();
  const product = await stage.startProduct(await stage.createDemo('visits'), { LOCALES: 'en,de' });
  const poolPath = await firstPoolPath(product.url);
  const pages = {
    landing: '/',
    feed: '/browse-tip-pools',
    'pool page': poolPath,
    'landing in German': '/de',
    'feed in German': '/de/browse-tip-pools',
    'pool page in German': `/de${poolPath}`,
  };
  const head = [
    'page',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'FCP',
    'LCP',
    'TBT',
    'speed index',
    'CLS',
  ];
  const rows = [head];
  for (const [name, path] of Object.entries(pages)) {
    // Warms up the server. The browser starts fresh in each round.
    await fetch(product.url + path);
    const reports: Report[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await waitForQuiet();
      reports.push(await visit(cli, chromium, product.url + path));
    }
    rows.push(rowOf(name, reports));
  }
  return {
    rows,
    notes: [
      'Targets: performance at least 95, the other scores 100, CLS 0.',
      `${lighthouse}, its phone (CPU slowed down 4 times, 1.6 Mbit/s, 562 ms for a request), throttling by devtools, medians of ${rounds}.`,
    ],
  };
}
