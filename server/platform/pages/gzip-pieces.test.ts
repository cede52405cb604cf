import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { deflateOwn, deflateShared, joinGzip } from './gzip-pieces.ts';

it('joins pieces of any length to a gzip file of the whole', async () => {
  const texts = ['<html>'.repeat(5000), '', 'é', 'state'.repeat(100_000), '</html>'];
  const bytes = texts.map((text) => Buffer.from(text));
  const pieces = [];
  for (const [index, piece] of bytes.entries())
    pieces.push(index % 2 === 0 ? await deflateShared(piece) : deflateOwn(piece));
  const file = joinGzip(pieces, Buffer.concat(bytes));
  expect(gunzipSync(file).toString()).toBe(texts.join(''));
  expect(file.length).toBeLessThan(5000);
});

it('joins nothing to an empty file', () => {
  expect(gunzipSync(joinGzip([], Buffer.alloc(0)))).toHaveLength(0);
});
