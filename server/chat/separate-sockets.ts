import type { ServerToClientEvents } from '#contract/chat/socket-events.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import { personRoom } from '#server/platform/live/packets.ts';
import { afterCommitWith, type InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { ChatContext } from './chat-context.ts';
import { socketRoom } from './room.ts';
import { readHiddenPairs } from './rooms.sql.ts';

/**
 * After a block or its end, lets the sockets of both people get what the other writes, or not. Their open windows then read again what they
 * show. The event does not say whose block it was.
 */
export async function separateSockets(
  context: InTransaction<ChatContext>,
  tx: Tx,
  { blockerId, blockedId }: FactMap['user.blocked'],
): Promise<void> {
  const pairs = await readHiddenPairs(tx, blockerId, blockedId);
  afterCommitWith(tx, context, ({ live }) => {
    for (const { readerId, writerId, hidden } of pairs) {
      const rooms = [socketRoom.apartFrom(writerId)];
      live.move({ userId: readerId, ...(hidden ? { enter: rooms } : { leave: rooms }) });
    }
    const event: keyof ServerToClientEvents = 'blocks_changed';
    live.send({ to: [personRoom(blockerId), personRoom(blockedId)], event, payload: {} });
  });
}
