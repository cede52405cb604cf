import { createHash } from 'node:crypto';
import type { PoolTerms } from '#contract/pools/pools.ts';

/** The order in which the fields are hashed. PostgreSQL may return a stored contract card in another order. */
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

/** SHA-256 of the terms as JSON in the fixed order, as hex. Anyone can recompute it from the values on the page. */
export function hashTerms(terms: Omit<PoolTerms, 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(fields.map((field) => [field, terms[field]]))))
    .digest('hex');
}

export function freezeTerms(terms: Omit<PoolTerms, 'hash'>): PoolTerms {
  return { ...terms, hash: hashTerms(terms) };
}
