import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from '#testing/chromium.ts';
import { ensureBuilds } from './bootstrap/builds.mjs';
import { runChecks } from './check.ts';
import { type Count, countTests, type FileResult, filesToRepeat } from './vitest-results.ts';

/** Options of vitest, and what it left. */
interface TestRun {
  name: string;
  options: string[];
  env: Record<string, string>;
  results: FileResult[];
  /** How the process ended, unless well. */
  fault: string | undefined;
}

/** Integration tests wait for processes and clocks: on two cores they take 235 s with four workers and 277 s with three. */
const integrationWorkers = '--maxWorkers=4';
/** A runner that hangs is killed after this time. */
const runnerLimitMs = 45 * 60_000;

function runNode(args: string[], env: Record<string, string> = {}): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, runnerLimitMs);
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => {
      clearTimeout(limit);
      if (late) resolve(`took longer than ${runnerLimitMs / 60_000} minutes`);
      else resolve(code === 0 ? undefined : `ended with ${signal ?? code}`);
    });
  });
}

/** Runs vitest projects and reads its report. */
async function runVitest(name: string, options: string[], env: Record<string, string> = {}): Promise<TestRun> {
  console.log(`\n── ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const fault = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters], env);
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { testResults: FileResult[] },
    () => undefined,
  );
  await rm(folder, { recursive: true, force: true });
  return {
    name,
    options,
    env,
    results: report?.testResults ?? [],
    fault: report ? fault : (fault ?? 'left no report'),
  };
}

/**
 * Tries the files that failed once more, when nothing else runs. On a busy machine a browser sometimes exceeds a time limit, or a job runs
 * earlier or later than a test expects. Whole files in new processes, because a test that failed leaves people and pools that the same
 * test does not expect. Each test that needs this names a fault to find. A crash, or a file that does not load, counts as a failure.
 */
async function countWithSecondTry({ name, options, env, results, fault }: TestRun): Promise<Count> {
  const files = filesToRepeat(results);
  const second =
    files.length > 0
      ? await runVitest(`${name}, second try`, [...options, ...files.map((file) => relative('', file))], env)
      : undefined;
  const count = countTests(results, second?.results);
  // Errors outside of any test (an unhandled rejection, a leak in the global setup) fail the run, too.
  const outside = second ? second.fault : fault;
  if (!outside || count.failures.length > 0) return count;
  return { ...count, failed: 1, failures: [`${name}: vitest ${outside}`] };
}

async function step(name: string, work: () => Promise<string | undefined>): Promise<Count> {
  console.log(`\n── ${name}`);
  const fault = await work().catch((error: Error) => error.message);
  if (fault) console.log(`✗ ${fault}`);
  return {
    passed: fault ? 0 : 1,
    failed: fault ? 1 : 0,
    skipped: 0,
    failures: fault ? [`${name}: ${fault}`] : [],
    flaky: [],
  };
}

/** Builds the pages and finds Chromium, which a fresh clone unpacks or downloads. */
async function prepareBrowserTests(): Promise<{ steps: Count[]; chromium: string }> {
  const pages = await step('pages', () => runNode(['scripts/run.mjs', 'build']));
  let chromium = '';
  const browser = await step('browser', async () => {
    chromium = await findChromium();
    console.log(chromium);
    return undefined;
  });
  return { steps: [pages, browser], chromium };
}

/** Runs the checks with a low priority. Prints their results together, because the tests print at the same time. */
async function checkQuietly(): Promise<Count[]> {
  const lines: string[] = [];
  const results = await runChecks((line) => lines.push(line), constants.priority.PRIORITY_BELOW_NORMAL);
  console.log(`\n── checks\n${lines.join('\n')}`);
  return results.map(({ name, ok }) => ({
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: 0,
    failures: ok ? [] : [`check: ${name}`],
    flaky: [],
  }));
}

async function main(): Promise<Count[]> {
  const begin = Date.now();
  const counts: Count[] = [];
  // The checks use the processor time that the tests leave while they wait: run before them, they take 40 s more.
  const checks = checkQuietly();
  // Before the tests and `npm run build`, which would build it twice at the same time.
  counts.push(
    await step('server', () => ensureBuilds(process.execPath, ['server', 'languages']).then(() => undefined)),
  );
  // The tests wait for processes and clocks at times, so the build costs less time beside them than after them.
  const projects = ['unit', 'int', 'cold', 'slow', 'stripe-quick', 'stripe-lost'].map(
    (project) => `--project=${project}`,
  );
  const [tests, { steps, chromium }] = await Promise.all([
    runVitest('unit and integration tests', [...projects, integrationWorkers]),
    prepareBrowserTests(),
  ]);
  const inBrowsers = await runVitest(
    'end-to-end tests',
    ['--project=e2e'],
    chromium ? { CHROMIUM_PATH: chromium } : {},
  );
  counts.push(...steps, ...(await checks));
  counts.push(await countWithSecondTry(tests), await countWithSecondTry(inBrowsers));
  console.log(`\n── all in ${Math.round((Date.now() - begin) / 1000)} s`);
  return counts;
}

const counts = await main().catch((error: Error): Count[] => {
  return [
    { passed: 0, failed: 1, skipped: 0, failures: [`npm test itself: ${error.stack ?? error.message}`], flaky: [] },
  ];
});
const sum = (pick: (count: Count) => number) => counts.reduce((total, count) => total + pick(count), 0);
const failed = sum((count) => count.failed);
const skipped = sum((count) => count.skipped);
for (const test of counts.flatMap((count) => count.flaky)) console.log(`! passed at the second try: ${test}`);
for (const failure of counts.flatMap((count) => count.failures)) console.log(`✗ ${failure}`);
console.log(`${sum((count) => count.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
