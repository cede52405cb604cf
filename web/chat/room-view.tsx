import { type ComponentProps, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '#contract/chat/chat.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { MessageList } from '#web/chat/messages/message-list.tsx';
import { useScrollAnchor } from '#web/chat/messages/use-scroll-anchor.ts';
import { useUser } from '#web/data/session.ts';
import { goToSignIn } from '#web/data/sign-in-first.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { linkPictures, linkPreviews } from './chat-choices.ts';
import { Composer } from './composer.tsx';
import { loadOlder } from './load-older.ts';
import { PictureDrop } from './pictures/picture-drop.tsx';
import { useComposedPictures } from './pictures/use-composed-pictures.ts';
import type { Room } from './room.ts';
import { type PendingMessageAction, RoomContext } from './room-context.ts';
import { typingText } from './typing-users.ts';
import { useRoomAccess } from './use-room-access.ts';

const MessageDialogs = lazyComponent(
  () => import('#web/chat/messages/message-dialogs.tsx').then((module) => module.MessageDialogs),
  { browserOnly: true },
);

const EditMessage = lazyComponent(() => import('./edit-message.tsx').then((module) => module.EditMessage), {
  browserOnly: true,
});

const pollSeconds = limits.chat.guestPollMs / 1000;

/** The note in place of the composer. */
function BelowMessages(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className="grid flex-none gap-2.5 border-t border-line px-(--chat-inset) pt-3 pb-[calc(--spacing(4)+env(safe-area-inset-bottom))] text-center text-balance text-muted"
    />
  );
}

/** Asks a guest to sign in. Signing in leads back to this page, and a pool's chat opens again there. */
function GuestNotice({ room }: { room: Room }) {
  const hash = room.channel.kind === 'pool' ? '#chat' : '';
  return (
    <BelowMessages>
      <p className="font-semibold text-ink">{t`Sign in to participate in the chat`}</p>
      <p className="-mt-1.5 text-sm">{t`This chat isn’t live for guests. While you read, new messages show up every ${plural({ seconds: pollSeconds }, { one: 'second', other: '# seconds' })}.`}</p>
      <Button
        variant="primary"
        onClick={() => goToSignIn(location.pathname + location.search + hash)}
      >{t`Sign In`}</Button>
    </BelowMessages>
  );
}

/** Overlays the messages, so that nothing moves when it appears. */
function ConnectingBanner() {
  return (
    <p
      className="absolute inset-x-0 top-0 z-2 bg-accent px-4 py-1.5 text-center text-sm font-semibold text-on-accent forced-colors:border"
      role="status"
    >{t`Connecting to chat...`}</p>
  );
}

/** Lets keyboard users skip the messages. */
function SkipToField({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <button
      type="button"
      className="btn btn-primary absolute start-4 top-2 z-3 not-focus-visible:pointer-events-none not-focus-visible:opacity-0"
      onClick={() => field.current?.focus()}
    >{t`Skip to message field`}</button>
  );
}

/** The link settings of this device. Guests see no pictures and no previews. */
function useLinkSettings(signedIn: boolean) {
  const pictures = linkPictures.use() && signedIn;
  const previews = linkPreviews.use() && signedIn;
  return useMemo(() => ({ pictures, previews }), [pictures, previews]);
}

/** The own message that the person edits, while it exists. */
function useEditing(room: Room, field: RefObject<HTMLTextAreaElement | null>) {
  const [editing, edit] = useState<Message>();
  const endEdit = () => {
    edit(undefined);
    // The composer is back in the next frame.
    requestAnimationFrame(() => field.current?.focus());
  };
  return { edited: editing && room.tree.messages.get(editing.id), edit, endEdit };
}

interface RoomViewProps {
  room: Room;
  /** The accessible name of the message list: "Messages in Comedy". */
  label: Text;
  /** False if the conversation says that the person cannot write in it. */
  canSend?: boolean;
  /** How far the other person of a direct conversation had read when the page was loaded. */
  otherReadSeq?: number | null;
}

/** A room: its messages, the typing indicator and the composer. */
export function RoomView({ room, label, canSend = true, otherReadSeq = null }: RoomViewProps) {
  const user = useUser();
  const { guest, connected, connecting, silence, slow } = useRoomAccess(room, canSend);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [replyTo, setReplyTo] = useState<Message>();
  const { edited, edit, endEdit } = useEditing(room, field);
  const [asked, setAsked] = useState<PendingMessageAction>();
  const { atEnd, toEnd, hold } = useScrollAnchor(list, {
    onNearStart: () => {
      if (room.older === 'idle') void loadOlder(room);
    },
    olderCount: () => (room.hasOlder ? (room.tree.oldestRootSeq() ?? 0) : 0),
  });
  const scrollToLastReply = (to: string) =>
    requestAnimationFrame(() => {
      const message = list.current?.querySelector(`[data-message="${CSS.escape(to)}"]`);
      const [last] = [...(message?.closest('.chat-branch')?.querySelectorAll('article') ?? [])].slice(-1);
      last?.scrollIntoView({ block: 'nearest' });
    });
  const reply = useCallback(
    (to: Message) => {
      // Synchronously, so that the composer is there for the focus.
      flushSync(() => edit(undefined));
      setReplyTo(to);
      field.current?.focus();
    },
    [edit],
  );
  const mayWrite = !guest && silence === undefined;
  const pictures = useComposedPictures(room.key);
  const shows = useLinkSettings(user !== null);
  const scene = useMemo(
    () => ({ room, user, guest, mayWrite, reply, edit, ask: setAsked, hold, shows }),
    [room, user, guest, mayWrite, reply, edit, hold, shows],
  );
  // The message may have been deleted in the meantime.
  const target = replyTo && room.tree.messages.has(replyTo.id) ? replyTo : undefined;
  return (
    <RoomContext value={scene}>
      <PictureDrop onFiles={mayWrite && !edited ? pictures.add : undefined}>
        {connecting ? <ConnectingBanner /> : null}
        {mayWrite ? <SkipToField field={field} /> : null}
        <MessageList
          room={room}
          label={label}
          list={list}
          atEnd={atEnd}
          toEnd={toEnd}
          silent={silence !== undefined}
          otherReadSeq={otherReadSeq}
        />
        {/* The typing indicator and the slow mode note share one line that always exists, so nothing moves. */}
        <p className="h-5.5 flex-none truncate px-(--chat-inset) text-sm leading-5.5 text-muted" aria-live="polite">
          {typingText(room.typists.names) || slow}
        </p>
        {guest ? <GuestNotice room={room} /> : null}
        {silence ? <BelowMessages role="status">{silence}</BelowMessages> : null}
        {mayWrite && edited ? (
          <EditMessage key={edited.id} room={room} field={field} message={edited} onDone={endEdit} />
        ) : null}
        {mayWrite && !edited ? (
          <Composer
            key={room.key}
            room={room}
            connected={connected}
            field={field}
            pictures={pictures}
            replyTo={target}
            onReplied={() => setReplyTo(undefined)}
            // After a reply further up, scroll to the reply instead of the end.
            onSent={(to) => (to ? scrollToLastReply(to) : toEnd())}
          />
        ) : null}
      </PictureDrop>
      {asked ? (
        <MessageDialogs
          room={room}
          asked={asked}
          onClose={() => {
            setAsked(undefined);
            // The menu that opened the dialog may be gone with its message. Then the list gets the focus.
            requestAnimationFrame(() => {
              if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
            });
          }}
        />
      ) : null}
    </RoomContext>
  );
}
