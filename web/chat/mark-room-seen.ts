import { readRoom } from '#contract/chat.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import type { Room } from './room.ts';

/** What is told of this room is before somebody's eyes. */
export function seeRoom({ me, roomId }: Room): void {
  if (!me || !roomId) return;
  call(readRoom, { params: { roomId } }).catch((error: unknown) => logFailure('notices stay unread', error));
}
