/** The part of vitest's JSON report that we read. */
export interface FileResult {
  /** The path of the test file. A file that runs in several projects has a result in each. */
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failure: a line with its name, then the beginning of its message. */
  failures: string[];
  /** Failures of the first try in files that passed at the second. */
  flaky: string[];
}

/** More files than this do not fail by chance. */
const mostFilesToRepeat = 10;
/** The beginning of an error is enough here; the log above has the full text. */
const linesOfFailure = 25;

/** The files to try once more. None if so many failed that chance does not explain it. */
export function filesToRepeat(results: readonly FileResult[]): string[] {
  const files = failedFiles(results);
  return files.size > mostFilesToRepeat ? [] : [...files];
}

/** Counts the tests of a run. Files that were repeated count by their second try, if it ran them at all. */
export function countTests(first: readonly FileResult[], second: readonly FileResult[] = []): Count {
  const failedFirst = failedFiles(first);
  const repeated = new Set(second.map(({ name }) => name).filter((name) => failedFirst.has(name)));
  const decisive = [
    ...first.filter(({ name }) => !repeated.has(name)),
    ...second.filter(({ name }) => repeated.has(name)),
  ];
  const failedAtLast = failedFiles(decisive);
  const failures = decisive.flatMap(failuresOf);
  const tests = decisive.flatMap((file) => file.assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    failures,
    flaky: first.filter(({ name }) => repeated.has(name) && !failedAtLast.has(name)).flatMap(failuresOf),
  };
}

function failedFiles(results: readonly FileResult[]): Set<string> {
  return new Set(results.filter((file) => failuresOf(file).length > 0).map(({ name }) => name));
}

/** Each failed test of a file, or the file itself if it could not be loaded or set up. */
function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`);
  const unloaded = status === 'failed' && failed.length === 0 ? [beginningOf(message)] : [];
  return [...failed, ...unloaded].map((what) => `${name}: ${what}`);
}

function beginningOf(message: string): string {
  return message.split('\n').slice(0, linesOfFailure).join('\n');
}
