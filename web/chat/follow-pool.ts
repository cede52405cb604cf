import { openPoolConversation } from '#contract/chat.ts';
import { load } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import type { Channel } from './channel.ts';

// Client only: only event handlers and effects write it.
const followed = new Set<string>();

/** Whoever writes in a pool's chat finds it among their conversations. */
export function followPool(channel: Channel): void {
  if (channel.kind !== 'pool' || followed.has(channel.poolId)) return;
  const { poolId } = channel;
  followed.add(poolId);
  load(openPoolConversation, { body: { poolId } }).catch((error: unknown) => {
    followed.delete(poolId);
    logFailure('a pool is not among the conversations', error);
  });
}
