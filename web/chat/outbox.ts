import type { Message } from '#contract/chat.ts';

/** A message of this person that the server has not confirmed. */
export interface Pending {
  nonce: string;
  content: string;
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

/** The unconfirmed messages of a room, oldest first. */
export class Outbox {
  items: readonly Pending[] = [];

  put(content: string, parentMessageId: string | null): Pending {
    const pending: Pending = {
      nonce: newNonce(),
      content,
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
  match({ content, parentMessageId }: Message): Pending | undefined {
    return this.items.find((item) => item.content === content && item.parentMessageId === parentMessageId);
  }

  under(parentMessageId: string | null): readonly Pending[] {
    return this.items.filter((item) => item.parentMessageId === parentMessageId);
  }
}
