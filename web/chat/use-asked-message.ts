import { useEffect, useRef } from 'react';
import { useLocation } from '#web/data/location.tsx';
import type { Room } from './room.ts';
import { seeRoom } from './see-room.ts';

const tellsForMs = 2500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const drawn = (id: string) => document.querySelector<HTMLElement>(`.chat-panel [data-message="${CSS.escape(id)}"]`);

async function show(room: Room, id: string): Promise<void> {
  const message = room.tree.messages.get(id);
  if (!message) return;
  if (room.threaded && message.replyCount > 0 && !room.isOpen(id)) await room.toggleThread(id);
  // What was just read is drawn in a moment.
  for (let tries = 0; tries < 20; tries += 1) {
    await pause(50);
    const element = drawn(id);
    if (!element) continue;
    element.scrollIntoView({ block: 'center' });
    element.dataset.asked = '';
    setTimeout(() => delete element.dataset.asked, tellsForMs);
    return seeRoom(room);
  }
}

/** Goes to the message that the address names, once, where it is among the newest. */
export function useAskedMessage(room: Room): void {
  const { hash, key } = useLocation();
  const shown = useRef<string>(undefined);
  const { phase } = room;
  useEffect(() => {
    const id = /^#chat-([0-9a-f-]{36})$/.exec(hash)?.[1];
    if (!id || phase !== 'ready' || shown.current === key) return;
    shown.current = key;
    void show(room, id);
  }, [room, phase, hash, key]);
}
