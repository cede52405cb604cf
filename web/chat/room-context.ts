import { createContext, useContext } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Message } from '#contract/chat.ts';
import type { Room } from './room.ts';

/** What somebody is about to do with a message, in a dialog. */
export interface PendingMessageAction {
  act: 'delete' | 'remove' | 'mute' | 'report' | 'block';
  message: Message;
}

interface RoomScene {
  room: Room;
  user: CurrentUser | null;
  /** True for visitors, and after a sign-out in another tab. */
  guest: boolean;
  /** Not so for visitors, nor for whoever can only read here. */
  mayWrite: boolean;
  reply: (to: Message) => void;
  ask: (asked: PendingMessageAction) => void;
  /** Keeps this message where it is on the screen while what is around it changes. */
  hold: (messageId: string) => void;
  /** What is shown of where links lead. */
  shows: { pictures: boolean; previews: boolean };
}

export const RoomContext = createContext<RoomScene | null>(null);

export function useScene(): RoomScene {
  const scene = useContext(RoomContext);
  if (!scene) throw new Error('a message outside of its room');
  return scene;
}
