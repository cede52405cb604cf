import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pools/facts.ts';
import type { ChatContext } from './chat-context.ts';
import { forgetRooms } from './find-room.ts';
import { socketRoom } from './room.ts';
import { findRoomRow } from './rooms.sql.ts';

/** Empties the cache of rooms after a pool's transition, because it changes who may read the chat. Closes the chat of a removed pool. */
export async function refreshPoolRoom(
  context: InTransaction<ChatContext>,
  tx: Tx,
  { poolId, to }: Pick<FactMap['pool.transitioned'], 'poolId' | 'to'>,
): Promise<void> {
  const room = to === 'removed' ? await findRoomRow(tx, { by: 'pool', poolId }) : undefined;
  afterCommit(tx, () => {
    forgetRooms(context);
    if (room)
      context.live.closeRooms([socketRoom.room(room.id), socketRoom.conversation(room.id), socketRoom.listed(room.id)]);
  });
}
