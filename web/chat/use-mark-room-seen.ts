import { useEffect, useRef } from 'react';
import type { Message } from '#contract/chat.ts';
import { markRoomSeen } from './mark-room-seen.ts';
import type { Room } from './room.ts';

/** The newest that are looked through at once; whoever is named further up has read that notice elsewhere. */
const lookedThrough = 100;

const isFor = (me: string, { senderId, mentions, parentSender }: Message) =>
  senderId !== me && (parentSender?.id === me || mentions.some(({ userId }) => userId === me));

/** Marks mentions and replies as read while the person sees them, so that no notice repeats them. */
export function useMarkRoomSeen(room: Room): void {
  const seen = useRef({ room, upTo: -1 });
  const { me, phase, watched, roomId, latestSeq } = room;
  useEffect(() => {
    const since = seen.current.room === room ? seen.current.upTo : -1;
    if (!me || !roomId || phase !== 'ready' || !watched || latestSeq <= since) return;
    const newest = [...room.tree.messages.values()].slice(-lookedThrough);
    seen.current = { room, upTo: latestSeq };
    if (!newest.some((message) => message.seq > since && isFor(me, message))) return;
    markRoomSeen(room);
  }, [room, me, phase, watched, roomId, latestSeq]);
}
