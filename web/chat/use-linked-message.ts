import { useEffect, useRef } from 'react';
import { listMessageReplies } from '#contract/chat.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useLocation } from '#web/data/location.tsx';
import { toast } from '#web/ui/toast.tsx';
import { loadOlder } from './load-older.ts';
import { markRoomSeen } from './mark-room-seen.ts';
import { pause } from './pause.ts';
import type { Room } from './room.ts';

const tellsForMs = 2500;
/** So many pages of older messages are read to get to it. */
const pagesAtMost = 60;
/** Looked for so often, and seen so often before it is left alone. */
const triesAtMost = 100;
const staysFor = 10;

const inPanel = (selector: string) => document.querySelector<HTMLElement>(`.chat-panel ${selector}`);

/** The server is asked before page after page is read for nothing; any other failure leaves it to the reading. */
async function isGone(id: string): Promise<boolean> {
  try {
    await call(listMessageReplies, { params: { id }, query: {} });
    return false;
  } catch (error) {
    return asAppError(error).status === 404;
  }
}

/** Reads on until it is here; says so where it cannot be. */
async function reach(room: Room, id: string, goesOn: () => boolean): Promise<boolean> {
  const isHere = () => room.tree.messages.has(id);
  if (isHere()) return true;
  if (await isGone(id)) {
    toast({ title: 'This message is no longer there.' });
    return false;
  }
  for (let pages = 0; goesOn() && !isHere() && room.hasOlder && pages < pagesAtMost; ) {
    if (room.older === 'loading') {
      await pause(50);
      continue;
    }
    await loadOlder(room);
    // The list itself says that it failed.
    if (room.older === 'failed') return false;
    pages += 1;
  }
  if (goesOn() && !isHere()) toast({ title: 'This message is too far back to go to.' });
  return isHere();
}

/** What is far from what can be seen is not drawn: its place is gone to first. */
function placeOf(room: Room, id: string): HTMLElement | null {
  const chunk = room.tree.chunks.find(({ roots }) => roots.includes(id));
  if (!chunk) return null;
  return inPanel(`[data-chunk="${chunk.id}"]`) ?? inPanel(`[data-group="${chunk.group}"]`);
}

/** Of the room, not of an element: what is drawn may be put away, and drawn anew, while its list settles. */
function mark(room: Room, id: string | undefined): void {
  for (const changed of [room.asked, id]) if (changed) room.tree.touch(changed);
  room.asked = id;
  room.changed();
}

function tell(room: Room, id: string): void {
  mark(room, id);
  setTimeout(() => room.asked === id && mark(room, undefined), tellsForMs);
  markRoomSeen(room);
}

function canBeSeen(element: HTMLElement): boolean {
  const [own, list] = [element, element.closest('.chat-scroll')].map((box) => box?.getBoundingClientRect());
  return own !== undefined && list !== undefined && own.top < list.bottom && own.bottom > list.top;
}

/** What was just read is drawn in a moment, and may be put away once more: gone to until it stays. */
async function goTo(room: Room, id: string, goesOn: () => boolean): Promise<void> {
  let isTold = false;
  for (let tries = 0, stays = 0; tries < triesAtMost && stays < staysFor && goesOn(); tries += 1) {
    await pause(50);
    if (!goesOn()) return;
    const element = inPanel(`[data-message="${CSS.escape(id)}"]`);
    stays = isTold && element && canBeSeen(element) ? stays + 1 : 0;
    if (stays > 0) continue;
    (element ?? placeOf(room, id))?.scrollIntoView({ block: 'center' });
    if (!element || isTold) continue;
    isTold = true;
    tell(room, id);
  }
}

async function show(room: Room, id: string, goesOn: () => boolean): Promise<void> {
  if (!(await reach(room, id, goesOn))) return;
  const message = room.tree.messages.get(id);
  if (message && room.threaded && message.replyCount > 0 && !room.isOpen(id)) await room.toggleThread(id);
  // Whoever does something themselves is not drawn back.
  const theirs = new AbortController();
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, () => theirs.abort(), { passive: true, signal: theirs.signal });
  }
  await goTo(room, id, () => goesOn() && !theirs.signal.aborted);
  theirs.abort();
}

/** Goes to the message that the address names, once. */
export function useLinkedMessage(room: Room): void {
  const { hash, key } = useLocation();
  const shown = useRef<string>(undefined);
  const here = useRef(room);
  here.current = room;
  const { phase } = room;
  useEffect(() => {
    const id = /^#chat-([0-9a-f-]{36})$/.exec(hash)?.[1];
    if (!id || phase !== 'ready' || shown.current === key) return;
    shown.current = key;
    // Nor is anybody drawn on in another room that they have chosen meanwhile.
    void show(room, id, () => shown.current === key && here.current === room);
  }, [room, phase, hash, key]);
  // Gone from the room, nobody waits for it.
  useEffect(() => {
    const left = shown;
    return () => {
      left.current = undefined;
    };
  }, []);
}
