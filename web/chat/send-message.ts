import type { Message } from '#contract/chat/chat.ts';
import { hasOnlyPictures } from '#contract/chat/message-text.ts';
import { t } from '#contract/language/text.ts';
import { asAppError } from '#web/data/call.ts';
import { chatStatus, emitWithAck, NotConnectedError } from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import { toast } from '#web/ui/toast.tsx';
import { socketEventsOf } from './channel.ts';
import { followPool } from './follow-pool.ts';
import type { Pending, Said } from './outbox.ts';
import type { Room } from './room.ts';
import { broadcastMs, reportSent } from './sent-messages.ts';

/** Shows the message immediately as pending and sends it. */
export function sendMessage(room: Room, said: Said, parentMessageId: string | null): void {
  const pending = room.outbox.put(said, parentMessageId);
  room.firstNew = undefined;
  room.unseen = 0;
  for (let at = parentMessageId; at; at = room.tree.messages.get(at)?.parentMessageId ?? null) {
    if (!room.isOpen(at)) void room.toggleThread(at, true);
    else room.tree.touch(at);
  }
  room.changed();
  void transmit(room, pending);
}

/** Sends the waiting messages after a join. They keep their nonces, so the server stores each of them once. */
export function sendWaiting(room: Room): void {
  for (const pending of room.outbox.items) if (pending.state === 'sending') void transmit(room, pending);
}

export function retrySending(room: Room, pending: Pending): void {
  mark(room, pending, 'sending');
  void transmit(room, pending);
}

export function discardUnsent(room: Room, pending: Pending): void {
  room.outbox.drop(pending.nonce);
  if (pending.parentMessageId) room.tree.touch(pending.parentMessageId);
  room.changed();
}

async function transmit(room: Room, pending: Pending): Promise<void> {
  if (!room.roomId) return;
  const { parentMessageId, nonce } = pending;
  const imageIds = pending.images.map(({ id }) => id);
  const content = hasOnlyPictures({ ...pending, images: imageIds }) ? '' : pending.content;
  const message = { content, parentMessageId, nonce, ...(imageIds.length > 0 ? { imageIds } : {}) };
  const [event, payload] = socketEventsOf(room.channel, room.roomId).send(message);
  try {
    const stored = await emitWithAck<Message>(event, payload);
    room.confirm(pending, stored);
    room.changed();
    followPool(room.channel);
    reportSent(stored);
    setTimeout(() => void readUnlessReceived(room, stored), broadcastMs);
  } catch (error) {
    // `sendWaiting` sends it after the next join.
    if (error instanceof NotConnectedError && chatStatus() !== 'connected') return reportUnsent(room);
    mark(
      room,
      pending,
      'failed',
      error instanceof NotConnectedError ? t`The server didn’t answer.` : asAppError(error).message,
    );
    // The server may have applied new rules that the room does not show yet.
    room.refreshState();
    reportUnsent(room);
  }
}

/** Reads the messages after a send, unless the socket has brought the sent one, and with it all before it. */
async function readUnlessReceived(room: Room, { seq }: Message): Promise<void> {
  if (room.latestSeq >= seq || !room.isOnScreen || room.phase !== 'ready') return;
  await room.catchUp().catch((error: unknown) => logFailure('could not read the messages after a send', error));
}

/** Tells a person who has left the room that a message waits there. The tab keeps it; only the open room sends it. */
export function reportUnsent({ isOnScreen, outbox }: Room): void {
  if (isOnScreen) return;
  const isUnsent = outbox.items.some(({ state }) => state === 'failed' || chatStatus() !== 'connected');
  if (!isUnsent) return;
  toast({
    title: t`Your message wasn’t sent`,
    description: t`Open the chat again to send it.`,
    variant: 'destructive',
  });
}

function mark(room: Room, { nonce, parentMessageId }: Pending, state: Pending['state'], why?: string): void {
  room.outbox.mark(nonce, state, why);
  if (parentMessageId) room.tree.touch(parentMessageId);
  room.changed();
}
