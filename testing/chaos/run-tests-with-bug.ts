import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PlantedBug } from './planted-bugs.ts';
import { projectOf } from './reliability-bar.ts';

/** The result of one test. */
export interface TestResult {
  title: string;
  passed: boolean;
  /** Why it failed; empty if it passed. */
  messages: string[];
}

/** The part of vitest's JSON report that we read. */
interface Report {
  testResults: {
    assertionResults: { status: 'passed' | 'failed' | 'skipped'; fullName: string; failureMessages: string[] }[];
  }[];
}

/** A run that hangs is killed after this time. */
const limitMs = 5 * 60_000;

/**
 * Runs the tests that must find these bugs in another process, with one of the bugs planted or none. Returns a result for each test that
 * ran. A file that does not load has no results.
 */
export async function runTestsWithBug(bugs: readonly PlantedBug[], planted?: PlantedBug): Promise<TestResult[]> {
  const files = [...new Set(bugs.map(({ foundBy }) => foundBy.file))];
  // A pattern in which any character may stand for punctuation.
  const titles = bugs.map(({ foundBy }) => foundBy.title.replaceAll(/[^\w ]/g, '.'));
  const projects = [...new Set(files.map(projectOf))];
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-planted-'));
  const report = join(folder, 'report.json');
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', ...files, '--reporter=json', `--outputFile=${report}`],
    ...[`--testNamePattern=${titles.join('|')}`, ...projects.map((project) => `--project=${project}`)],
  ];
  try {
    const child = { env: environment(planted), timeout: limitMs, maxBuffer: 64 << 20 };
    // The process exits with 1 if a test fails; the report says which one.
    const output = await promisify(execFile)(process.execPath, args, child).catch((error: Error) => error);
    const text = await readFile(report, 'utf8').catch((error: Error) => {
      throw new Error(`vitest left no report: ${error.message}`, { cause: output });
    });
    return (JSON.parse(text) as Report).testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'skipped')
        .map(({ fullName, status, failureMessages }) => ({
          title: fullName,
          passed: status === 'passed',
          messages: failureMessages,
        })),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settings of this run, which must not reach the other one. Vitest sets those that begin with VITEST. */
const isOwnSetting = (name: string) => /^(?:VITEST|SEED$|TEST_PROFILE$|MODEL_RUNS$|PLANTED_BUG$)/.test(name);

/** The quick profile with its fixed seed, so that each time the same steps find a bug. */
function environment(planted: PlantedBug | undefined): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOwnSetting(name)));
  return planted ? { ...env, PLANTED_BUG: planted.name } : env;
}
