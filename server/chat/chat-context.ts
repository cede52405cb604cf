import type { Message } from '#contract/chat.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { NamedRow } from './message.ts';
import type { RoomRow } from './room.ts';
import type { Draft, Outcome } from './store.sql.ts';

/** A message before it has its place. */
export interface NewMessage extends Omit<Draft, 'roomId' | 'senderId'> {
  room: RoomRow;
  sender: NamedRow;
}

export type StoreResult =
  | { outcome: 'stored'; message: Message }
  | { outcome: 'known'; messageId: string }
  | { outcome: Exclude<Outcome, 'stored' | 'known'>; waitMs: number | null };

/** What the operations of the chat need beside the platform. */
export interface ChatContext extends Platform {
  /** Somebody as messages show them, as they were within the last seconds. */
  readPerson: (userId: string) => Promise<NamedRow>;
  /** Stores a message together with those that arrive at the same moment, and tells the room. */
  store: (message: NewMessage) => Promise<StoreResult>;
}
