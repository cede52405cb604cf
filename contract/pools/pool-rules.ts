import type { Pool } from './pools.ts';

/** When the wait for the creator's payout account ends; null for a pool that waits for something else. */
export const accountWaitEnd = ({ status, clocks }: Pick<Pool, 'status' | 'clocks'>): string | null =>
  status === 'accepted' ? clocks.accountDueAt : null;

/** Whether the pool lapsed because its creator could not be paid, and not for want of an answer. */
export const lapsedUnpayable = ({ status, events }: Pick<Pool, 'status' | 'events'>): boolean =>
  status === 'lapsed' && events.at(-1)?.from === 'accepted';
