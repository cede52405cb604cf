import { type Message, msg } from '#contract/language/text.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';

/** Labels for admins. They tell a pool in its quiet period from one whose money was released; other people don't need to. */
export const adminPoolStatusWords: Record<PoolStatus, Message> = {
  ...poolStatusWords,
  completed: msg({ message: 'Completed', context: 'status of a pool' }),
};
