import type { Message } from '#contract/chat/chat.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { NamedRow } from './message.ts';
import type { RoomRow } from './room.ts';
import type { Draft, Outcome } from './store-messages.sql.ts';

/** A message that is not stored yet. */
export interface NewMessage extends Omit<Draft, 'roomId' | 'senderId'> {
  room: RoomRow;
  sender: NamedRow;
  /** Pictures that the sender uploaded. */
  imageIds: readonly string[];
}

/** The outcome of storing: the message, the id of an earlier message with the same nonce, or the reason for the refusal. */
export type StoreResult =
  | { outcome: 'stored'; message: Message }
  | { outcome: 'duplicate'; messageId: string }
  | { outcome: Exclude<Outcome, 'stored' | 'duplicate'>; waitMs: number | null };

/** The platform plus the state that the chat's operations share. */
export interface ChatContext extends Platform {
  /** Reads a person as messages show them; cached for five seconds. */
  readPerson: (userId: string, poolId: string | null) => Promise<NamedRow>;
  /** Stores a message in a batch with concurrent ones and broadcasts it to the room. */
  store: (message: NewMessage) => Promise<StoreResult>;
}
