import { expect, it } from 'vitest';
import { normalizePath } from './normalize-path.ts';

it.each([
  ['/', '/'],
  ['/creators', '/creators'],
  ['/creators/', '/creators'],
  ['/creators//?page=2&to=//a//', '/creators?page=2&to=//a//'],
  ['/creators?', '/creators?'],
  ['//', '/'],
  ['//evil.example', '/evil.example'],
  ['///evil.example//', '/evil.example'],
  ['/\\evil.example', '/evil.example'],
  ['\\\\evil.example', '/evil.example'],
  ['/.//evil.example', '/evil.example'],
  ['/a/..//evil.example', '/evil.example'],
  ['/%2e%2e//evil.example/%2e', '/evil.example'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/tip-pool/ann/caf%C3%A9', '/tip-pool/ann/caf%C3%A9'],
])('normalizes %s to %s', (asked, own) => {
  expect(normalizePath(asked)).toBe(own);
  expect(normalizePath(own)).toBe(own);
});
