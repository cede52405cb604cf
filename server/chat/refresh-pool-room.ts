import type { FactMap } from '#server/platform/jobs/facts.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pools/facts.ts';
import type { ChatContext } from './chat-context.ts';
import { forgetRooms } from './find-room.ts';
import { socketRoom } from './room.ts';
import { findRoomRow } from './rooms.sql.ts';

/** Who may read a pool's chat depends on what became of the pool: it is looked up anew, and once removed it is heard by nobody any more. */
export async function refreshPoolRoom(
  context: ChatContext,
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
