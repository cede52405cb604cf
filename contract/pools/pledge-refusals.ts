/** Why a person cannot pledge to a pool, whatever the amount: codes of contract/errors.ts. Apart from the schemas, because the browser reads it. */
export const pledgeRefusals = [
  'not_found',
  'pool_adult_unfundable',
  'age_gate',
  'pool_frozen',
  'creator_suspended',
  'pool_closed',
  'own_request',
  'suspended',
  'pledge_exists',
] as const;
export type PledgeRefusal = (typeof pledgeRefusals)[number];
