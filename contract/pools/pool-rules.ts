import { pledgingPoolStatuses } from './pool-status.ts';
import type { Pool } from './pools.ts';

/** When the wait for the creator's payout account ends; null for a pool that waits for something else. */
export const accountWaitEnd = ({ status, clocks }: Pick<Pool, 'status' | 'clocks'>): string | null =>
  status === 'accepted' ? clocks.accountDueAt : null;

/** Whether the pool lapsed because its creator could not be paid, and not for want of an answer. */
export const lapsedUnpayable = ({ status, events }: Pick<Pool, 'status' | 'events'>): boolean =>
  status === 'lapsed' && events.at(-1)?.from === 'accepted';

/** Whether the pool takes pledges whose card is charged later. */
export const takesPledges = ({ status, frozen, fundable, creatorSuspended }: Pool) =>
  pledgingPoolStatuses.includes(status) && !frozen && fundable && !creatorSuspended;

/** Whether the pool is delivered and its creator allows late pledges, which are charged at once. */
export const takesLatePledges = ({ status, frozen, fundable, allowsLatePledges }: Pool) =>
  allowsLatePledges && !frozen && fundable && (status === 'delivered' || status === 'completed');
