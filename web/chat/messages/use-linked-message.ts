import { useEffect, useRef } from 'react';
import { listMessageReplies } from '#contract/calls/chat.ts';
import { t } from '#contract/language/text.ts';
import { loadOlder } from '#web/chat/load-older.ts';
import { markRoomSeen } from '#web/chat/mark-room-seen.ts';
import { pause } from '#web/chat/pause.ts';
import type { Room } from '#web/chat/room.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useLocation } from '#web/data/location.tsx';
import { toast } from '#web/ui/toast.tsx';

const highlightMs = 2500;
/** The most pages of older messages to load in search of the message. */
const maxPages = 60;
/** Scrolling tries up to `maxTries` times, and ends once the message was visible in `stableTries` checks in a row. */
const maxTries = 100;
const stableTries = 10;

/** Finds an element in the chat beside the page, or in the open conversation. */
const inPanel = (selector: string) =>
  document.querySelector<HTMLElement>(`.chat-panel ${selector}, .conversation ${selector}`);

/** Asks the server whether the message is deleted, before loading many pages in vain. Any other failure counts as "not deleted". */
async function isGone(id: string): Promise<boolean> {
  try {
    await call(listMessageReplies, { params: { id }, query: {} });
    return false;
  } catch (error) {
    return asAppError(error).status === 404;
  }
}

/** Loads older messages until the message is loaded. Shows a toast if it is deleted or too far back. */
async function loadUpTo(room: Room, id: string, isCurrent: () => boolean): Promise<boolean> {
  const isHere = () => room.tree.messages.has(id);
  if (isHere()) return true;
  if (await isGone(id)) {
    toast({ title: t`This message was deleted.` });
    return false;
  }
  for (let pages = 0; isCurrent() && !isHere() && room.hasOlder && pages < maxPages; ) {
    if (room.older === 'loading') {
      await pause(50);
      continue;
    }
    await loadOlder(room);
    // The message list shows the failure.
    if (room.older === 'failed') return false;
    pages += 1;
  }
  if (isCurrent() && !isHere()) toast({ title: t`This message is too far back to show.` });
  return isHere();
}

/** The box that reserves the space of a message that is not rendered because it is far from the viewport. */
function windowedBoxOf(room: Room, id: string): HTMLElement | null {
  const chunk = room.tree.chunks.find(({ roots }) => roots.includes(id));
  if (!chunk) return null;
  return inPanel(`[data-chunk="${chunk.id}"]`) ?? inPanel(`[data-group="${chunk.group}"]`);
}

/** Stored in the room instead of the element, because the element may unmount and mount again while the list settles. */
function setHighlighted(room: Room, id: string | undefined): void {
  for (const changed of [room.highlighted, id]) if (changed) room.tree.touch(changed);
  room.highlighted = id;
  room.changed();
}

function highlight(room: Room, id: string): void {
  setHighlighted(room, id);
  setTimeout(() => room.highlighted === id && setHighlighted(room, undefined), highlightMs);
  markRoomSeen(room);
}

function isVisible(element: HTMLElement): boolean {
  const [own, list] = [element, element.closest('.chat-scroll')].map((box) => box?.getBoundingClientRect());
  return own !== undefined && list !== undefined && own.top < list.bottom && own.bottom > list.top;
}

/** Scrolls to the message until it stays visible. New messages render late, and windowing may remove them again before that. */
async function scrollTo(room: Room, id: string, isCurrent: () => boolean): Promise<void> {
  let isHighlighted = false;
  for (let tries = 0, stays = 0; tries < maxTries && stays < stableTries && isCurrent(); tries += 1) {
    await pause(50);
    if (!isCurrent()) return;
    const element = inPanel(`[data-message="${CSS.escape(id)}"]`);
    stays = isHighlighted && element && isVisible(element) ? stays + 1 : 0;
    if (stays > 0) continue;
    (element ?? windowedBoxOf(room, id))?.scrollIntoView({ block: 'center' });
    if (!element || isHighlighted) continue;
    isHighlighted = true;
    highlight(room, id);
  }
}

async function show(room: Room, id: string, isCurrent: () => boolean): Promise<void> {
  if (!(await loadUpTo(room, id, isCurrent))) return;
  const message = room.tree.messages.get(id);
  if (message && room.threaded && message.replyCount > 0 && !room.isOpen(id)) await room.toggleThread(id);
  // Stop scrolling as soon as the person scrolls, clicks or presses a key.
  const userInput = new AbortController();
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, () => userInput.abort(), { passive: true, signal: userInput.signal });
  }
  await scrollTo(room, id, () => isCurrent() && !userInput.signal.aborted);
  userInput.abort();
}

/** Scrolls to the message that the URL hash names, once per navigation, and highlights it. */
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
    // Stop if the person has since opened another room or link.
    void show(room, id, () => shown.current === key && here.current === room);
  }, [room, phase, hash, key]);
  // Stop when the component unmounts.
  useEffect(() => {
    const left = shown;
    return () => {
      left.current = undefined;
    };
  }, []);
}
