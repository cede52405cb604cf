import { useEffect, useRef } from 'react';
import type { Message } from '#contract/chat.ts';
import type { Room } from './room.ts';
import { seeRoom } from './mark-room-seen.ts';

/** The newest that are looked through at once; whoever is named further up has read that notice elsewhere. */
const lookedThrough = 100;

const isFor = (me: string, { senderId, mentions, parentSender }: Message) =>
  senderId !== me && (parentSender?.id === me || mentions.some(({ userId }) => userId === me));

/** Whoever sees that they are named or answered is not told so a second time. */
export function useNoticed(room: Room): void {
  const seen = useRef({ room, upTo: -1 });
  const { me, phase, watched, roomId, latestSeq } = room;
  useEffect(() => {
    const since = seen.current.room === room ? seen.current.upTo : -1;
    if (!me || !roomId || phase !== 'ready' || !watched || latestSeq <= since) return;
    const newest = [...room.tree.messages.values()].slice(-lookedThrough);
    seen.current = { room, upTo: latestSeq };
    if (!newest.some((message) => message.seq > since && isFor(me, message))) return;
    seeRoom(room);
  }, [room, me, phase, watched, roomId, latestSeq]);
}
