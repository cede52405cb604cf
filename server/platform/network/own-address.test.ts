import { expect, it } from 'vitest';
import { readableAddress } from './own-address.ts';

it.each([
  ['/pool/%zz', '/pool/%25zz'],
  ['/pool/%ff?a=%zz', '/pool/%25ff?a=%zz'],
  ['/pool/50%', '/pool/50%25'],
  ['/pool/caf%C3%A9?a=%zz', '/pool/caf%C3%A9?a=%zz'],
])('%s is read as %s', (address, readable) => {
  expect(readableAddress(address)).toBe(readable);
});
