import { createContext, useContext } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Message } from '#contract/chat/chat.ts';
import type { Room } from './room.ts';

/** A message action that is open in a dialog. */
export interface PendingMessageAction {
  act: 'delete' | 'remove' | 'mute' | 'report' | 'block';
  message: Message;
}

interface RoomContextValue {
  room: Room;
  user: CurrentUser | null;
  /** True for visitors, and after a sign-out in another tab. */
  guest: boolean;
  /** False for guests and for people who can only read here. */
  mayWrite: boolean;
  reply: (to: Message) => void;
  /** Opens the person's own message for editing. */
  edit: (message: Message) => void;
  ask: (asked: PendingMessageAction) => void;
  /** Keeps this message at its place on the screen while the layout around it changes. */
  hold: (messageId: string) => void;
  /** Whether to show pictures and previews of links. */
  shows: { pictures: boolean; previews: boolean };
}

export const RoomContext = createContext<RoomContextValue | null>(null);

export function useRoomContext(): RoomContextValue {
  const value = useContext(RoomContext);
  if (!value) throw new Error('useRoomContext outside a room');
  return value;
}
