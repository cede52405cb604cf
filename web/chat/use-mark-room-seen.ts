import { useEffect, useRef } from 'react';
import type { Message } from '#contract/chat.ts';
import { markRoomSeen } from './mark-room-seen.ts';
import type { Room } from './room.ts';

/** Checks only this many newest messages for mentions. The notices of older ones are marked as read elsewhere. */
const checkedMessages = 100;

const isFor = (me: string, { senderId, mentions, parentSender }: Message) =>
  senderId !== me && (parentSender?.id === me || mentions.some(({ userId }) => userId === me));

/** Marks mentions and replies as read while the person sees them, so that no notice repeats them. */
export function useMarkRoomSeen(room: Room): void {
  const seen = useRef({ room, upTo: -1 });
  const { me, phase, watched, roomId, latestSeq } = room;
  useEffect(() => {
    const since = seen.current.room === room ? seen.current.upTo : -1;
    if (!me || !roomId || phase !== 'ready' || !watched || latestSeq <= since) return;
    const newest = [...room.tree.messages.values()].slice(-checkedMessages);
    seen.current = { room, upTo: latestSeq };
    if (!newest.some((message) => message.seq > since && isFor(me, message))) return;
    markRoomSeen(room);
  }, [room, me, phase, watched, roomId, latestSeq]);
}
