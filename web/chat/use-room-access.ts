import { plural, type Text, t } from '#contract/language/text.ts';
import { chatRefusal } from '#web/data/chat-socket.ts';
import { useUser } from '#web/data/session.ts';
import type { Room } from './room.ts';
import { useChatStatus } from './rooms.ts';

interface RoomAccess {
  /** The person is not signed in, or their session has ended. */
  guest: boolean;
  connected: boolean;
  connecting: boolean;
  /** The reason why a signed-in person cannot write here; undefined if they can. */
  silence: Text | undefined;
  /** The slow mode note; undefined without slow mode. */
  slow: Text | undefined;
}

function silenceOf({ joined }: Room, suspended: boolean, canSend: boolean): Text | undefined {
  if (suspended) return t`Your account is suspended. You can read, but not write.`;
  if (joined?.muted) return t`An admin has muted you in this chat. You can still read it.`;
  return (joined ? joined.canSend : canSend) ? undefined : t`You can’t message this person.`;
}

/** The person's rights in the room now, with the reason if they cannot write. */
export function useRoomAccess(room: Room, canSend: boolean): RoomAccess {
  const user = useUser();
  const status = useChatStatus();
  const { joined, phase } = room;
  // The session may have ended, or the account may have been suspended, since the page loaded.
  const refusal = status === 'refused' ? chatRefusal() : undefined;
  // Someone whose session has ended elsewhere keeps their text until they have signed in again (accounts/keep-typed-text.ts).
  const guest = user === null;
  const suspended = user?.suspended === true || refusal === 'suspended';
  const connected = status === 'connected' && joined !== undefined;
  const silence = guest ? undefined : silenceOf(room, suspended, canSend);
  const seconds = guest || silence ? 0 : (joined?.slowModeSeconds ?? 0);
  return {
    guest,
    connected,
    connecting: !guest && !suspended && !connected && phase !== 'failed',
    silence,
    slow:
      seconds > 0
        ? t`Slow mode: one message every ${plural({ seconds }, { one: 'second', other: '# seconds' })}`
        : undefined,
  };
}
