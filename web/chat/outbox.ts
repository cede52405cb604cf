import type { Message } from '#contract/chat/chat.ts';
import type { MessageImage } from '#contract/chat/chat-pictures.ts';

/** A picture of a message that is being sent. */
type PendingImage = MessageImage & { id: string };

/** The content of a message: its text, or "Picture" for pictures alone, and its pictures. */
export interface Said {
  content: string;
  images: readonly PendingImage[];
}

/** A message of this person that the server has not confirmed. */
export interface Pending extends Said {
  nonce: string;
  parentMessageId: string | null;
  createdAt: string;
  /** A `failed` message waits for the person to retry. A `sending` one is sent again automatically after a reconnect. */
  state: 'sending' | 'failed';
  why?: string;
}

/** Avoids `crypto.randomUUID`, which is missing on plain http. */
function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

const urlsOf = (images: readonly MessageImage[]) => images.map(({ url }) => url).join(' ');

/** The unconfirmed messages of a room, oldest first. */
export class Outbox {
  items: readonly Pending[] = [];

  put({ content, images }: Said, parentMessageId: string | null): Pending {
    const pending: Pending = {
      nonce: newNonce(),
      content,
      images,
      parentMessageId,
      createdAt: new Date().toISOString(),
      state: 'sending',
    };
    this.items = [...this.items, pending];
    return pending;
  }

  mark(nonce: string, state: Pending['state'], why?: string): void {
    this.items = this.items.map((item) => (item.nonce === nonce ? { ...item, state, why } : item));
  }

  drop(nonce: string): void {
    this.items = this.items.filter((item) => item.nonce !== nonce);
  }

  /** The pending message that equals this broadcast message, which may arrive before the acknowledgement. */
  match({ content, parentMessageId, images = [] }: Message): Pending | undefined {
    const urls = urlsOf(images);
    return this.items.find(
      (item) => item.content === content && item.parentMessageId === parentMessageId && urlsOf(item.images) === urls,
    );
  }

  under(parentMessageId: string | null): readonly Pending[] {
    return this.items.filter((item) => item.parentMessageId === parentMessageId);
  }
}
