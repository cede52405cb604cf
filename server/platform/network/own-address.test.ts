import { expect, it } from 'vitest';
import { ownAddress, readableAddress } from './own-address.ts';

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
])('%s is %s', (asked, own) => {
  expect(ownAddress(asked)).toBe(own);
  expect(ownAddress(own)).toBe(own);
});

it.each([
  ['/pool/%zz', '/pool/%25zz'],
  ['/pool/%ff?a=%zz', '/pool/%25ff?a=%zz'],
  ['/pool/50%', '/pool/50%25'],
  ['/pool/caf%C3%A9?a=%zz', '/pool/caf%C3%A9?a=%zz'],
])('%s is read as %s', (asked, readable) => {
  expect(readableAddress(asked)).toBe(readable);
});
