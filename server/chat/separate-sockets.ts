import type { ServerToClientEvents } from '#contract/chat/socket-events.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import { personRoom } from '#server/platform/live/packets.ts';
import { afterCommitWith, type InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { ChatContext } from './chat-context.ts';
import { socketRoom } from './room.ts';
import { readHidingReaders } from './rooms.sql.ts';

/**
 * After a block, keeps from the sockets of both people what the other writes; after its end, no longer. Their open windows then read again
 * what they show. The event does not say whose block it was.
 */
export async function separateSockets(
  context: InTransaction<ChatContext>,
  tx: Tx,
  { blockerId, blockedId }: FactMap['user.blocked'],
  isBlocked: boolean,
): Promise<void> {
  const readers = isBlocked ? await readHidingReaders(tx, [blockerId, blockedId]) : [blockerId, blockedId];
  afterCommitWith(tx, context, ({ live }) => {
    for (const userId of readers) {
      const rooms = [userId === blockerId ? socketRoom.blockersOf(blockedId) : socketRoom.blockedBy(blockerId)];
      live.move({ userId, ...(isBlocked ? { enter: rooms } : { leave: rooms }) });
    }
    const event: keyof ServerToClientEvents = 'blocks_changed';
    live.send({ to: [personRoom(blockerId), personRoom(blockedId)], event, payload: {} });
  });
}
