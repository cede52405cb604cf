import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && /\.(test|e2e)\.ts`/.test(line));

/** The files of a row, each with the titles that follow it. */
function testsNamedIn(row: string): { file: string; titles: string[] }[] {
  return row.split(/(?=`[^`]+\.(?:test|e2e)\.tsx?`)/).flatMap((part) => {
    const file = /^`([^`]+\.(?:test|e2e)\.tsx?)`/.exec(part)?.[1];
    return file ? [{ file, titles: [...part.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title) }] : [];
  });
}

test('docs/security.md names only tests that exist', () => {
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.flatMap(testsNamedIn).flatMap(({ file, titles }) => {
    const source = readFileSync(file, 'utf8');
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});
