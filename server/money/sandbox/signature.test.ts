import { expect, test } from 'vitest';
import { isSigned, sign, toleranceS } from './signature.ts';

const body = Buffer.from('{"id":"evt_1"}');
const now = 1_800_000_000;
const header = sign('secret', now, body);

test('accepts a signature at most five minutes old or ahead, and not a second more', () => {
  expect(header).toMatch(/^t=1800000000,v1=[0-9a-f]{64}$/);
  for (const skew of [0, toleranceS, -toleranceS]) expect(isSigned(['secret'], header, now + skew, body)).toBe(true);
  for (const skew of [toleranceS + 1, -toleranceS - 1])
    expect(isSigned(['secret'], header, now + skew, body)).toBe(false);
});

test('refuses another secret, another body, another time and a malformed header', () => {
  expect(isSigned(['other'], header, now, body)).toBe(false);
  expect(isSigned(['other', 'secret'], header, now, body)).toBe(true);
  expect(isSigned([], header, now, body)).toBe(false);
  expect(isSigned(['secret'], header, now, Buffer.from('{"id":"evt_2"}'))).toBe(false);
  expect(isSigned(['secret'], header.replace('t=1800000000', 't=1800000001'), now, body)).toBe(false);
  for (const broken of [
    undefined,
    '',
    't=,v1=',
    'v1=ab',
    't=1800000000',
    `t=1800000000,v1=${'0'.repeat(64)}`,
    'x'.repeat(2000),
  ])
    expect(isSigned(['secret'], broken, now, body)).toBe(false);
});

test('accepts a header in which one of several signatures matches', () => {
  const mac = header.split('v1=')[1];
  expect(isSigned(['secret'], `t=${now},v1=00,v1=${mac}`, now, body)).toBe(true);
});
