import { useEffect, useRef } from 'react';
import { emitToChat } from '#web/data/chat-socket.ts';
import { socketEventsOf } from './channel.ts';
import type { Room } from './room.ts';

/** The signal is repeated while the person types, because the other side drops it after three seconds. */
const againMs = 2000;

/** Tells the room that this person is typing, until the text is empty or sent, or the person leaves. */
export function useTypingSignal(room: Room): (text: string) => void {
  const saidAt = useRef(0);
  const told = (text: string) => {
    if (!room.joined || !room.roomId) return;
    const { typing, stopTyping } = socketEventsOf(room.channel, room.roomId);
    const isTyping = text.trim() !== '';
    if (isTyping && Date.now() - saidAt.current > againMs) {
      saidAt.current = Date.now();
      emitToChat(typing[0], typing[1]);
    } else if (!isTyping && saidAt.current > 0) {
      saidAt.current = 0;
      emitToChat(stopTyping[0], stopTyping[1]);
    }
  };
  const latest = useRef(told);
  latest.current = told;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way out of a room
  useEffect(() => () => latest.current(''), [room]);
  return told;
}
