import { readRoom } from '#contract/calls/chat.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import type { Room } from './room.ts';

/** Marks the notices about this room as read, because the person is looking at it. */
export function markRoomSeen({ me, roomId }: Room): void {
  if (!me || !roomId) return;
  call(readRoom, { params: { roomId } }, { isChange: false }).catch((error: unknown) =>
    logFailure('could not mark the notices of a room as read', error),
  );
}
