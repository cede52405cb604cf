import { readFileSync } from 'node:fs';

const testFile = String.raw`[^\`]+\.(?:test|e2e)\.tsx?`;

/** A test file that a row of a document names, and the titles that follow it. */
export interface NamedTests {
  file: string;
  titles: string[];
}

/** The rows of a document's tables that name a test file. */
export const rowsWithTests = (document: string): string[] =>
  readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && /\.(test|e2e)\.ts`/.test(line));

/** A document names a test as `file`, and then its titles in quotation marks. */
export function testsNamedIn(row: string): NamedTests[] {
  return row.split(new RegExp(`(?=\`${testFile}\`)`)).flatMap((part) => {
    const file = new RegExp(`^\`(${testFile})\``).exec(part)?.[1];
    return file ? [{ file, titles: [...part.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title) }] : [];
  });
}

/** The titles that are not in their files. A missing file throws. */
export function missingTests(rows: readonly string[]): string[] {
  return rows.flatMap(testsNamedIn).flatMap(({ file, titles }) => {
    const source = readFileSync(file, 'utf8');
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
  });
}
