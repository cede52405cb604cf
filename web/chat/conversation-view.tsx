import { ArrowLeft, Hash } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Conversation } from '#contract/chat/chat.ts';
import { t } from '#contract/language/text.ts';
import { isErasedUsername, paths, userPath } from '#contract/paths.ts';
import { MessageSkeletons } from '#web/chat/messages/message-list.tsx';
import { useLinkedMessage } from '#web/chat/messages/use-linked-message.ts';
import { useUser } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { RowSkeleton } from '#web/ui/loading-states.tsx';
import type { InitialPage } from './channel.ts';
import { ChatOptions } from './chat-options.tsx';
import { type ConversationSubject, nameOfConversation } from './conversation-name.ts';
import { focusComposer } from './focus-composer.ts';
import { RoomView } from './room-view.tsx';
import { useRoom } from './rooms.ts';
import { useMarkRead } from './use-mark-read.ts';

/** The picture of the other person, or a symbol for a pool chat. */
export function ConversationAvatar({ conversation }: { conversation: ConversationSubject }) {
  const { otherUser, type } = conversation;
  if (type === 'pool') {
    return (
      <span
        className="inline-grid size-12 flex-none place-items-center rounded-lg bg-accent-wash text-accent-text"
        aria-hidden="true"
      >
        <Hash />
      </span>
    );
  }
  return <Avatar name={nameOfConversation(conversation)} src={otherUser?.avatarUrl} size={48} />;
}

/** The page of the pool or the other person; undefined if that person is deleted. */
function subjectPath({ otherUser, poolPath }: Conversation): string | undefined {
  if (poolPath) return poolPath;
  return otherUser && !isErasedUsername(otherUser.username) ? userPath(otherUser.username) : undefined;
}

const headLook = 'flex min-h-18.25 items-center gap-2 border-b border-line px-4 py-2 md:gap-3 md:px-5 md:py-3';

function Head({ conversation }: { conversation: Conversation }) {
  const name = nameOfConversation(conversation);
  const home = subjectPath(conversation);
  const about = conversation.type === 'pool' ? t`TipPool Chat` : `@${conversation.otherUser?.username ?? ''}`;
  return (
    <header className={headLook}>
      <Link to={paths.messages} className="icon-btn -ms-3 md:hidden" aria-label={t`Back to all conversations`}>
        <ArrowLeft aria-hidden="true" />
      </Link>
      <ConversationAvatar conversation={conversation} />
      <div className="min-w-0">
        <h1 className="truncate text-lg" dir="auto">
          {home ? (
            <Link to={home} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h1>
        <p className="text-sm text-muted" dir="auto">
          {about}
        </p>
      </div>
      <div className="ms-auto -me-2 md:hidden">
        <ChatOptions />
      </div>
    </header>
  );
}

/** Skeleton of a conversation. */
export function ConversationSkeleton() {
  return (
    <>
      <RowSkeleton className={headLook} avatar="size-12" lines={['h-6 w-40']} />
      <MessageSkeletons />
    </>
  );
}

/** One conversation. Marks its messages as read while the person sees them. */
export function ConversationView({ conversation, first }: { conversation: Conversation; first?: InitialPage }) {
  const me = useUser()?.id ?? null;
  const { id, type, poolId, unreadCount, canSend, otherReadSeq } = conversation;
  const room = useRoom({ kind: 'conversation', id, type, poolId }, me, first);
  const marked = useRef<string>(undefined);
  useEffect(() => {
    if (room.phase !== 'ready' || marked.current === id) return;
    marked.current = id;
    room.markUnread(unreadCount);
    room.changed();
  }, [room, room.phase, id, unreadCount]);
  useMarkRead(room, unreadCount);
  useLinkedMessage(room);
  useEffect(() => {
    // After a navigation the focus is at the start of the page. Move it to the composer.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.id === 'main') focusComposer(document.querySelector('.conversation'));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const name = nameOfConversation(conversation);
  return (
    <>
      <Head conversation={conversation} />
      <RoomView
        key={room.key}
        room={room}
        label={type === 'pool' ? t`Messages about ${{ title: name }}` : t`Messages with ${{ name }}`}
        canSend={type === 'pool' || canSend}
        otherReadSeq={otherReadSeq}
      />
    </>
  );
}
