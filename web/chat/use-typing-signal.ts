import { useEffect, useRef } from 'react';
import { emitToChat } from '#web/data/chat-socket.ts';
import { socketEventsOf } from './channel.ts';
import type { Room } from './room.ts';

/** The signal is repeated while the person types, because the other side drops it after three seconds. */
const againMs = 2000;

/** Tells the room that this person is typing, until the text is empty or sent, or the person leaves. */
export function useTypingSignal(room: Room): (text: string) => void {
  const sentAt = useRef(0);
  const signal = (text: string) => {
    if (!room.joined || !room.roomId) return;
    const { typing, stopTyping } = socketEventsOf(room.channel, room.roomId);
    const isTyping = text.trim() !== '';
    if (isTyping && Date.now() - sentAt.current > againMs) {
      sentAt.current = Date.now();
      emitToChat(typing[0], typing[1]);
    } else if (!isTyping && sentAt.current > 0) {
      sentAt.current = 0;
      emitToChat(stopTyping[0], stopTyping[1]);
    }
  };
  const latest = useRef(signal);
  latest.current = signal;
  // biome-ignore lint/correctness/useExhaustiveDependencies: signals the stop when the room changes or unmounts
  useEffect(() => () => latest.current(''), [room]);
  return signal;
}
