import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { randomSeed } from '#testing/seeded-random.ts';
import { ensureBuilds } from '../../scripts/bootstrap/builds.mjs';
import { killStorm } from './kill-storm.ts';
import { projectOf, readReliabilityBar } from './reliability-bar.ts';

const chosenSeed = process.env.SEED ?? String(randomSeed());

/** Runs test files, or folders of them, with the given environment, and exits. */
function runTests(options: readonly string[], files: readonly string[], env: Record<string, string>): never {
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1);
}

// npm run chaos -- list: names the promises of docs/reliability.md.
if (process.argv[2] === 'list') {
  for (const { id, what, files } of readReliabilityBar())
    console.log(`${id.padEnd(4)} ${what}\n     ${files.join(' ')}`);
  process.exit();
}

// npm run chaos -- R15: runs the tests of one promise with their long profiles.
const promised = readReliabilityBar().find(({ id }) => id === process.argv[2]?.toUpperCase());
if (promised) {
  console.log(`${promised.id} ${promised.what}\nSEED=${chosenSeed}`);
  const projects = [...new Set(promised.files.map(projectOf))];
  if (projects.includes('e2e')) await ensureBuilds(process.execPath, ['pages', 'server', 'languages']);
  // One file at a time, because storms disturb each other's figures.
  const options = ['--no-file-parallelism', ...projects.map((project) => `--project=${project}`)];
  runTests(options, promised.files, { TEST_PROFILE: 'long', STRIPE_RUNS: '1600', SEED: chosenSeed });
}

// npm run chaos -- tests: runs the random tests of `npm test` for longer.
const randomTests = [
  'testing/chaos',
  'testing/fuzz',
  'testing/journeys/pay-races',
  'server/money/money-model',
  'server/money/one-charge-model',
];
if (process.argv[2] === 'tests') {
  console.log(`SEED=${chosenSeed}`);
  runTests(['--project=int'], randomTests, { TEST_PROFILE: 'long', SEED: chosenSeed });
}

// npm run chaos -- stripe [--runs N] [--seed S]: plays money journeys on the stand-in for Stripe under seeded faults.
if (process.argv[2] === 'stripe') {
  const options = { runs: { type: 'string', default: '1600' }, seed: { type: 'string', default: '0' } } as const;
  const { values } = parseArgs({ args: process.argv.slice(3), options });
  runTests(['--project=int'], ['testing/chaos/stripe'], { STRIPE_RUNS: values.runs, SEED: values.seed });
}

// npm run chaos -- [kills] [seed]: kills the server while fans pledge and pay, then reports what was lost or charged twice.
const [kills = '50', seed = chosenSeed] = process.argv.slice(2);
const begin = performance.now();
console.log(`seed=${seed} kills=${kills}`);
const report = await killStorm({ kills: Number(kills), seed: Number(seed), log: console.log });

/** 95 % of restarts must be ready within this time. */
const readyBarMs = 5000;
const percentile = (share: number) => Math.round(report.readyMs[Math.ceil(report.readyMs.length * share) - 1] ?? 0);
const rows: [string, unknown][] = [
  ['kills', report.kills],
  ['pledges, changes, withdrawals', report.operations],
  ['calls acknowledged', report.acknowledged],
  ['calls retried', report.retried],
  ['pools charged or refunded under kills', report.collected],
  ['payments raced on page and with saved card', report.paying.races],
  ['hosted pages paid in those races', report.paying.pages],
  ['ready again, median', `${percentile(0.5)} ms`],
  ['ready again, 95th percentile', `${percentile(0.95)} ms`],
  ['settled after the last kill', `${Math.round(report.settledMs)} ms`],
  ['check', report.check.code === 0 ? 'clean' : `\n${report.check.output}`],
  ['SIGTERM', `exit ${report.stop.code} in ${Math.round(report.stop.ms)} ms`],
  ['violations', report.violations.length],
];
for (const [name, value] of rows) console.log(`${name.padEnd(40)} ${value}`);
for (const violation of report.violations) console.log(`  ${violation}`);
const sound = report.violations.length === 0 && report.check.code === 0 && report.stop.code === 0;
const quick = percentile(0.95) <= readyBarMs;
if (!quick)
  console.log(
    `The server took longer than ${readyBarMs} ms to become ready after a restart. Check whether the machine is busy, then run this again.`,
  );
if (!sound && report.serverErrors) console.log(`\nServer errors:\n${report.serverErrors.slice(-8000)}`);
console.log(
  `${sound ? 'Nothing was lost.' : 'FAILED'} seed=${seed}, ${Math.round((performance.now() - begin) / 1000)} s`,
);
process.exitCode = sound && quick ? 0 : 1;
