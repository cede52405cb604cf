/** The states of a pool. This file has no schema, so that the browser does not load the schema library with it. */
export const poolStatuses = [
  'in_review',
  'open',
  'goal_met',
  'accepted',
  'collecting',
  'shortfall',
  'in_production',
  'delivery_review',
  'delivered',
  'completed',
  'expired',
  'declined',
  'lapsed',
  'cancelled',
  'refunded',
  'removed',
] as const;
export type PoolStatus = (typeof poolStatuses)[number];
