import { useCallback, useMemo, useRef, useState } from 'react';
import type { Message } from '#contract/chat.ts';
import { useUser } from '#web/data/session.ts';
import { toSignIn } from '#web/data/sign-in-first.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { Room } from './room.ts';
import { type Asked, RoomContext } from './room-context.ts';
import { useChatStatus } from './rooms.ts';
import { typingWords } from './typing.ts';
import { useKeepingPlace } from './use-keeping-place.ts';

const MessageDialogs = later(null, () => import('./message-dialogs.tsx').then((module) => module.MessageDialogs));

/** Why somebody who is signed in cannot write here; undefined where they can. */
function silenceOf({ joined }: Room, suspended: boolean, canSend: boolean): string | undefined {
  if (suspended) return 'Your account is suspended: you can read, but not write.';
  if (joined?.muted) return 'An admin has muted you in this chat. You can read on.';
  return (joined ? joined.canSend : canSend) ? undefined : 'You cannot write to this person.';
}

function slowModeWords({ joined }: Room): string | null {
  return joined && joined.slowModeSeconds > 0 ? `Slow mode: one message every ${joined.slowModeSeconds} seconds` : null;
}

function GuestNotice() {
  return (
    <div className="chat-guest">
      <p>Sign in to participate in the chat</p>
      <Button variant="primary" onClick={() => toSignIn(location.pathname + location.search)}>
        Sign In
      </Button>
    </div>
  );
}

interface RoomViewProps {
  room: Room;
  /** What is said here, in words: "Messages in Comedy". */
  label: string;
  /** False where the conversation itself says that nobody can be written to. */
  canSend?: boolean;
}

/** A room: what was said, who types, and where to write. */
export function RoomView({ room, label, canSend = true }: RoomViewProps) {
  const user = useUser();
  const status = useChatStatus();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [replyTo, setReplyTo] = useState<Message>();
  const [asked, setAsked] = useState<Asked>();
  const { atEnd, toEnd, hold } = useKeepingPlace(list, () => {
    if (room.older === 'idle') void room.loadOlder();
  });
  const reply = useCallback((to: Message) => {
    setReplyTo(to);
    field.current?.focus();
  }, []);
  const scene = useMemo(() => ({ room, user, reply, ask: setAsked, hold }), [room, user, reply, hold]);
  const suspended = user?.suspended ?? false;
  const connected = status === 'connected' && room.joined !== undefined;
  const silence = user ? silenceOf(room, suspended, canSend) : undefined;
  // Deleted meanwhile, there is nothing to answer.
  const target = replyTo && room.tree.messages.has(replyTo.id) ? replyTo : undefined;
  return (
    <RoomContext value={scene}>
      <div className="chat-room">
        {user && !suspended && !connected && room.phase !== 'failed' ? (
          <p className="chat-banner" role="status">
            Connecting to chat...
          </p>
        ) : null}
        <MessageList room={room} label={label} list={list} atEnd={atEnd} toEnd={toEnd} />
        <p className="chat-typing" aria-live="polite">
          {typingWords(room.typists.names) || (user && slowModeWords(room))}
        </p>
        {user ? null : <GuestNotice />}
        {silence ? <p className="chat-guest">{silence}</p> : null}
        {user && !silence ? (
          <Composer
            key={room.key}
            room={room}
            connected={connected}
            field={field}
            replyTo={target}
            onReplied={() => setReplyTo(undefined)}
            // Whoever answers further up stays there.
            onSent={(isReply) => (isReply ? undefined : toEnd())}
          />
        ) : null}
      </div>
      {asked ? (
        <MessageDialogs
          room={room}
          asked={asked}
          onClose={() => {
            setAsked(undefined);
            field.current?.focus();
          }}
        />
      ) : null}
    </RoomContext>
  );
}
