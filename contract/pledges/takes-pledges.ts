import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool } from '../pools/pools.ts';

/** Whether the pool takes pledges whose card is charged later. */
export const takesPledges = ({ status, frozen, fundable, creatorSuspended }: Pool) =>
  pledgingPoolStatuses.includes(status) && !frozen && fundable && !creatorSuspended;

/** Whether the pool is delivered and its creator allows late pledges, which are charged at once. */
export const takesLatePledges = ({ status, frozen, fundable, allowsLatePledges }: Pool) =>
  allowsLatePledges && !frozen && fundable && (status === 'delivered' || status === 'completed');
