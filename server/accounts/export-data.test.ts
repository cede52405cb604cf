import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PersonalData } from '#server/platform/data/personal-data.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { unzip } from '#testing/zip.ts';
import { exportData } from './export-data.ts';

/** The parts below read no table. */
const noDatabase = {} as Database;
const person = { userId: 'u1', username: 'mia', brandName: 'Fanfare', at: new Date('2026-03-04T05:06:08Z') };
const partOf = (name: string, rows: PersonalData['rows']): PersonalData => ({ name, about: `All ${name}.`, rows });
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, text: `${randomBytes(60).toString('hex')} ü 🎺` }));

test('holds one JSON file for each part, and a list of them', async () => {
  const pledges = rowsOf(3000);
  const parts = [partOf('pledges', async () => pledges), partOf('likes', async () => [])];
  const files = unzip(await buffer(exportData(noDatabase, parts, person)));
  expect([...files.keys()]).toEqual(['README.txt', 'pledges.json', 'likes.json']);
  expect(String(files.get('README.txt'))).toMatch(
    /@mia, as of 2026-03-04T05:06:08\.000Z(?:.|\n)*pledges\.json +All pledges\./,
  );
  expect(JSON.parse(String(files.get('pledges.json')))).toEqual(pledges);
  expect(JSON.parse(String(files.get('likes.json')))).toEqual([]);
});

test('reads a part after the client has taken the part before it', async () => {
  let takenBytes = 0;
  let takenBeforeSecond = -1;
  const first = partOf('first', async () => rowsOf(12_000));
  const second = partOf('second', async () => {
    takenBeforeSecond = takenBytes;
    return [];
  });
  for await (const chunk of exportData(noDatabase, [first, second], person)) takenBytes += (chunk as Buffer).length;
  expect(takenBytes).toBeGreaterThan(700_000);
  // The streams in between buffer less than 300 KB.
  expect(takenBeforeSecond).toBeGreaterThan(takenBytes - 300_000);
});

test('reads no further part after the client has left', async () => {
  let isSecondRead = false;
  const first = partOf('first', async () => rowsOf(12_000));
  const second = partOf('second', async () => {
    isSecondRead = true;
    return [];
  });
  const archive = exportData(noDatabase, [first, second], person);
  await once(archive, 'readable');
  archive.destroy();
  for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
  expect(isSecondRead).toBe(false);
});

test.each([
  ['cannot be read', async () => Promise.reject(new Error('connection lost')), 'connection lost'],
  ['cannot be written as JSON', async () => [{ id: 1n }], /BigInt/],
])('ends with the error of a part that %s', async (_name, rows, message) => {
  const archive = exportData(noDatabase, [partOf('first', rows), partOf('second', async () => [])], person);
  await expect(buffer(archive)).rejects.toThrow(message);
});
