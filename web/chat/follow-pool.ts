import { openPoolConversation } from '#contract/calls/chat.ts';
import { load } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import type { Channel } from './channel.ts';

// Client only: only event handlers and effects write it.
const followed = new Set<string>();

/** Adds a pool's chat to the person's conversations when they write in it. */
export function followPool(channel: Channel): void {
  if (channel.kind !== 'pool' || followed.has(channel.poolId)) return;
  const { poolId } = channel;
  followed.add(poolId);
  load(openPoolConversation, { body: { poolId } }).catch((error: unknown) => {
    followed.delete(poolId);
    logFailure('could not add a pool to the conversations', error);
  });
}
