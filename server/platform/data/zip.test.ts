import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { unzip } from '#testing/zip.ts';
import { type ZipFile, zip } from './zip.ts';

async function collect(files: ZipFile[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zip(files, new Date('2026-03-04T05:06:08Z'))) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('comes back as it went in, empty files, many chunks and other scripts included', async () => {
  const long = Array.from({ length: 3000 }, (_, n) => `${n} ${randomBytes(20).toString('hex')} ü 🎺\n`);
  const archive = await collect([
    { name: 'README.txt', chunks: ['Hello'] },
    { name: 'empty.json', chunks: [] },
    { name: 'folder/long.txt', chunks: long },
  ]);
  const files = unzip(archive);
  expect([...files.keys()]).toEqual(['README.txt', 'empty.json', 'folder/long.txt']);
  expect(String(files.get('README.txt'))).toBe('Hello');
  expect(files.get('empty.json')).toHaveLength(0);
  expect(String(files.get('folder/long.txt'))).toBe(long.join(''));
});

test('ends with the failure of a source', async () => {
  async function* broken() {
    yield 'begun';
    throw new Error('the line broke');
  }
  await expect(collect([{ name: 'a.txt', chunks: broken() }])).rejects.toThrow('the line broke');
});
