import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { accepts } from './content-coding.ts';

const acceptsBrotli = (header: string) => accepts({ headers: { 'accept-encoding': header } } as FastifyRequest, 'br');

test.each([
  ['gzip, deflate, br', true],
  ['br;q=0.5', true],
  [' br ; q=1.0,gzip', true],
  ['br;q=0', false],
  ['br; q=0.000', false],
  ['br;q=high', false],
  ['gzip', false],
  ['brotli', false],
])('%j accepts br: %s', (header, expected) => {
  expect(acceptsBrotli(header)).toBe(expected);
});

// Backtracking over this text would take hours.
test('reads a long run of spaces in linear time', () => {
  expect(acceptsBrotli(`gzip${' '.repeat(4_000_000)}x`)).toBe(false);
});
