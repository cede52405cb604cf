import { useEffect, useRef } from 'react';
import { tellChat } from '#web/data/chat-socket.ts';
import { eventsOf } from './channel.ts';
import type { Room } from './room.ts';

/** Said again while somebody goes on: the others forget after three seconds. */
const againMs = 2000;

/** Tells the room that I type: from the first letter on, until the text is empty, sent or left alone. */
export function useTellingTyping(room: Room): (text: string) => void {
  const saidAt = useRef(0);
  const told = (text: string) => {
    if (!room.joined || !room.roomId) return;
    const { typing, stopTyping } = eventsOf(room.channel, room.roomId);
    const isTyping = text.trim() !== '';
    if (isTyping && Date.now() - saidAt.current > againMs) {
      saidAt.current = Date.now();
      tellChat(typing[0], typing[1]);
    } else if (!isTyping && saidAt.current > 0) {
      saidAt.current = 0;
      tellChat(stopTyping[0], stopTyping[1]);
    }
  };
  const latest = useRef(told);
  latest.current = told;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way out of a room
  useEffect(() => () => latest.current(''), [room]);
  return told;
}
