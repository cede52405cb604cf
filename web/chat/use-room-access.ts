import { chatRefusal } from '#web/data/chat-socket.ts';
import { useUser } from '#web/data/session.ts';
import type { Room } from './room.ts';
import { useChatStatus } from './rooms.ts';

interface Standing {
  /** Nobody is signed in, or no longer. */
  guest: boolean;
  connected: boolean;
  connecting: boolean;
  /** Why somebody who is signed in cannot write here; undefined where they can. */
  silence: string | undefined;
  /** How often they can. */
  slow: string | undefined;
}

function silenceOf({ joined }: Room, suspended: boolean, canSend: boolean): string | undefined {
  if (suspended) return 'Your account is suspended: you can read, but not write.';
  if (joined?.muted) return 'An admin has muted you in this chat. You can read on.';
  return (joined ? joined.canSend : canSend) ? undefined : 'You cannot write to this person.';
}

/** What this person can do in the room now, and why not. */
export function useRoomAccess(room: Room, canSend: boolean): Standing {
  const user = useUser();
  const status = useChatStatus();
  const { joined, phase } = room;
  // Since the page came the session may have ended, or the account may have been suspended.
  const refusal = status === 'refused' ? chatRefusal() : undefined;
  const guest = user === null || refusal === 'not_signed_in';
  const suspended = user?.suspended === true || refusal === 'suspended';
  const connected = status === 'connected' && joined !== undefined;
  const silence = guest ? undefined : silenceOf(room, suspended, canSend);
  const seconds = guest || silence ? 0 : (joined?.slowModeSeconds ?? 0);
  return {
    guest,
    connected,
    connecting: !guest && !suspended && !connected && phase !== 'failed',
    silence,
    slow: seconds > 0 ? `Slow mode: one message every ${seconds === 1 ? 'second' : `${seconds} seconds`}` : undefined,
  };
}
