import { expect, test } from 'vitest';
import { scanTypeOf, wasAdult } from './performer.ts';

test.each([
  ['2000-05-10', '2018-05-09', false],
  ['2000-05-10', '2018-05-10', true],
  ['2004-02-29', '2022-02-28', false],
  ['2004-02-29', '2022-03-01', true],
  ['2030-01-01', '2026-01-01', false],
])('a person born on %s is an adult on %s: %s', (born, day, is) => {
  expect(wasAdult(born, day)).toBe(is);
});

test.each([
  ['\x89PNG\r\n\x1a\nrest', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['RIFF1234WEBP', 'image/webp'],
  ['%PDF-1.7', 'application/pdf'],
  ['<svg onload=alert(1)>', undefined],
  ['', undefined],
])('detects the type of a scan by its bytes: %j', (bytes, type) => {
  expect(scanTypeOf(Buffer.from(bytes, 'latin1'))).toBe(type);
});
