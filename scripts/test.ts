import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#testing/chromium.ts';
import { ensureBuilds } from './bootstrap/builds.mjs';
import { runChecks } from './check.ts';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failure: a line with its name, then the beginning of its message. */
  failures: string[];
  /** Tests that passed at the second try, with the message of the first. */
  flaky?: string[];
}

/** The beginning of an error is enough here; the log above has the full text. */
const linesOfFailure = 25;

/** The part of vitest's JSON report that we read. */
interface Report {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
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

/** Runs vitest projects and counts results from its report. A crash, or a file that does not load, counts as a failure. */
async function runVitest(name: string, options: string[], env: Record<string, string> = {}): Promise<Count> {
  console.log(`\n── ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const fault = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters], env);
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => undefined,
  );
  await rm(folder, { recursive: true, force: true });
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: vitest ${fault ?? 'left no report'}`] };

  const failures = report.testResults.flatMap((result) => {
    const failed = result.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`);
    const unloaded = result.status === 'failed' && failed.length === 0 ? [beginningOf(result.message)] : [];
    return [...failed, ...unloaded].map((what) => `${result.name}: ${what}`);
  });
  // A test that passed after a retry keeps the messages of its first try.
  const flaky = report.testResults.flatMap((result) =>
    result.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => `${result.name}: ${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`),
  );
  // Errors outside of any test (an unhandled rejection, a leak in the global setup) fail the run, too.
  if (fault && failures.length === 0) failures.push(`${name}: vitest ${fault}`);
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: failures.length, skipped, failures, flaky };
}

function beginningOf(message: string): string {
  return message.split('\n').slice(0, linesOfFailure).join('\n');
}

async function step(name: string, work: () => Promise<string | undefined>): Promise<Count> {
  console.log(`\n── ${name}`);
  const fault = await work().catch((error: Error) => error.message);
  if (fault) console.log(`✗ ${fault}`);
  return { passed: fault ? 0 : 1, failed: fault ? 1 : 0, skipped: 0, failures: fault ? [`${name}: ${fault}`] : [] };
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
  counts.push(tests, ...steps);
  counts.push(await runVitest('end-to-end tests', ['--project=e2e'], chromium ? { CHROMIUM_PATH: chromium } : {}));
  counts.push(...(await checks));
  console.log(`\n── all in ${Math.round((Date.now() - begin) / 1000)} s`);
  return counts;
}

const counts = await main().catch((error: Error): Count[] => {
  return [{ passed: 0, failed: 1, skipped: 0, failures: [`npm test itself: ${error.stack ?? error.message}`] }];
});
const sum = (pick: (count: Count) => number) => counts.reduce((total, count) => total + pick(count), 0);
const failed = sum((count) => count.failed);
const skipped = sum((count) => count.skipped);
for (const test of counts.flatMap((count) => count.flaky ?? [])) console.log(`! passed at the second try: ${test}`);
for (const failure of counts.flatMap((count) => count.failures)) console.log(`✗ ${failure}`);
console.log(`${sum((count) => count.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
