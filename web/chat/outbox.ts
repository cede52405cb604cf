import type { Message } from '#contract/chat.ts';

/** Something of mine that the server has not confirmed. */
export interface Pending {
  nonce: string;
  content: string;
  parentMessageId: string | null;
  createdAt: string;
  /** `failed` waits for the person; everything else goes out again by itself after a break. */
  state: 'sending' | 'failed';
  why?: string;
}

/** Also where the page came without encryption, which has no randomUUID. */
function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** What is on its way, the oldest first. */
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

  /** Which of them this message is, when it comes by itself before its confirmation does. */
  match({ content, parentMessageId }: Message): Pending | undefined {
    return this.items.find((item) => item.content === content && item.parentMessageId === parentMessageId);
  }

  under(parentMessageId: string | null): readonly Pending[] {
    return this.items.filter((item) => item.parentMessageId === parentMessageId);
  }
}
