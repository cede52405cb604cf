import { readFileSync } from 'node:fs';
import { testsNamedIn } from '#testing/named-tests.ts';

/** One promise of docs/reliability.md. */
export interface Promised {
  /** R1 to R32. */
  id: string;
  what: string;
  files: string[];
}

/** Reads the table of docs/reliability.md, so that its test files are listed nowhere else. */
export function readReliabilityBar(): Promised[] {
  const lines = readFileSync('docs/reliability.md', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, id, what] = /^\| (R\d+) \| ([^|]+) \|/.exec(line) ?? [];
    return id && what ? [{ id, what, files: [...new Set(testsNamedIn(line).map(({ file }) => file))] }] : [];
  });
}

/** The test project of a file, as in vitest.config.ts. */
export const projectOf = (file: string): 'e2e' | 'int' | 'unit' =>
  file.endsWith('.e2e.ts') ? 'e2e' : file.endsWith('.int.test.ts') ? 'int' : 'unit';
