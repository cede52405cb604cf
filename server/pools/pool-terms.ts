import { createHash } from 'node:crypto';
import type { PoolTerms } from '#contract/pools.ts';

/** The order in which the fields are hashed; a stored contract card may come back in another. */
const fields = [
  'poolId',
  'goalCents',
  'floorCents',
  'atCurrentAmount',
  'pledgedCents',
  'deliveryDays',
  'feePercent',
  'acceptedAt',
  'acceptedBy',
] as const;

/** SHA-256 over the JSON of the terms in the fixed order, as hex; anybody can compute it again from what the page shows. */
export function hashTerms(terms: Omit<PoolTerms, 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(fields.map((field) => [field, terms[field]]))))
    .digest('hex');
}

export function freezeTerms(terms: Omit<PoolTerms, 'hash'>): PoolTerms {
  return { ...terms, hash: hashTerms(terms) };
}
