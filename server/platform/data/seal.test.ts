import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { idsOf, isSealedBy, seal, sealKeyFrom, unseal } from './seal.ts';

const [first, second, third] = [0, 1, 2].map(() => sealKeyFrom(randomBytes(32))) as [
  ReturnType<typeof sealKeyFrom>,
  ReturnType<typeof sealKeyFrom>,
  ReturnType<typeof sealKeyFrom>,
];
const data = Buffer.from('a secret');

test('reads what any key of the chain encrypted, and nothing else', () => {
  const chain = { ...third, other: { ...second, other: first } };
  for (const key of [first, second, third]) expect(unseal(chain, 'row', seal(key, 'row', data))).toEqual(data);
  expect(unseal(second, 'row', seal(first, 'row', data))).toBeNull();
  expect(idsOf(chain)).toEqual([third.id, second.id, first.id]);
});

test('encrypts with the newest key', () => {
  const sealed = seal({ ...second, other: first }, 'row', data);
  expect(isSealedBy(second, sealed)).toBe(true);
  expect(isSealedBy(first, sealed)).toBe(false);
});

test('refuses data that was moved to another row', () => {
  expect(() => unseal(first, 'other row', seal(first, 'row', data))).toThrow();
});
