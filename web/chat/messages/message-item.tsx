import { ChevronDown, ChevronRight, PartyPopper } from 'lucide-react';
import type { Message } from '#contract/chat/chat.ts';
import { hasOnlyPictures } from '#contract/chat/chat-picture-text.ts';
import { limits } from '#contract/limits.ts';
import { paths, userPath } from '#contract/paths.ts';
import { count } from '#contract/values/time.ts';
import type { Pending } from '#web/chat/outbox.ts';
import { MessagePictures } from '#web/chat/pictures/message-pictures.tsx';
import { useRoomContext } from '#web/chat/room-context.ts';
import { discardUnsent, retrySending } from '#web/chat/send-message.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Link } from '#web/ui/link.tsx';
import { isContinued } from './is-continued.ts';
import { MessageExtras } from './link-previews.tsx';
import { MessageActions, nameOfEmoji, signInTo } from './message-actions.tsx';
import { MessageText } from './message-text.tsx';
import { RelativeNow } from './relative-now.tsx';

const { threadDepth } = limits.chat;

function Sender({ message }: { message: Message }) {
  const { user } = useRoomContext();
  if (!message.sender)
    return (
      <b className="chat-name" dir="auto">
        {message.senderName}
      </b>
    );
  const to = message.senderId === user?.id ? paths.myAccount : userPath(message.sender.username);
  return (
    <Link to={to} className="chat-name" dir="auto">
      {message.senderName}
    </Link>
  );
}

function ReactionRow({ message }: { message: Message }) {
  const { room, user, guest, mayWrite } = useRoomContext();
  const groups = room.reactions.of(message.id);
  if (groups.length === 0) return null;
  // People cannot react to their own messages.
  const may = mayWrite && message.senderId !== user?.id;
  return (
    <div className="chat-reactions">
      {groups.map(({ emoji, count: total, userIds }) => (
        <button
          key={emoji}
          type="button"
          disabled={!may}
          title={guest ? signInTo.react : undefined}
          aria-pressed={user ? userIds.includes(user.id) : undefined}
          aria-label={`${nameOfEmoji(emoji)}, ${total}`}
          onClick={() => room.react(message.id, emoji)}
        >
          <span aria-hidden="true">{emoji}</span>
          {total}
        </button>
      ))}
    </div>
  );
}

type TextProps = Parameters<typeof MessageText>[0];

/** The text of a message. Below pictures without a text, only the name of the answered person and the mark of an edit appear. */
function Said({ said, me }: TextProps & { said: { images?: readonly unknown[] | undefined } }) {
  if (!hasOnlyPictures(said)) return <MessageText said={said} me={me} />;
  return said.parentSender || said.editedAt ? <MessageText said={{ ...said, content: '' }} me={me} /> : null;
}

interface PendingProps {
  pending: Pending;
  /** The id of the message above, or the message itself if it is unconfirmed, too. */
  above?: string | Pending | undefined;
}

/** A message that is being sent or could not be sent. */
export function PendingItem({ pending, above }: PendingProps) {
  const { room, user } = useRoomContext();
  if (!user) return null;
  const name = user.displayName || user.username;
  const failed = pending.state === 'failed';
  const parent = pending.parentMessageId ? room.tree.messages.get(pending.parentMessageId) : undefined;
  const parentSender = parent?.sender ?? null;
  const said = { kind: 'text', senderId: user.id, createdAt: pending.createdAt } as const;
  const continues = typeof above === 'object' || isContinued(room, above, said);
  return (
    <article
      className="chat-message"
      data-state={pending.state}
      data-continues={continues || undefined}
      aria-label={`Message from ${name}`}
    >
      <Avatar name={name} src={user.avatarUrl} />
      <div className="chat-body">
        <p className="chat-head">
          <Link to={paths.myAccount} className="chat-name" dir="auto">
            {name}
          </Link>
          <span className="chat-time">{failed ? 'Not sent' : 'Sending…'}</span>
        </p>
        <Said said={{ ...pending, mentions: [], parentSender }} me={user.id} />
        <MessagePictures images={pending.images} sender={name} />
        {failed ? (
          <p className="chat-failed" role="alert">
            {pending.why}{' '}
            <button type="button" className="link" onClick={() => retrySending(room, pending)}>
              Retry
            </button>{' '}
            <button type="button" className="link" onClick={() => discardUnsent(room, pending)}>
              Discard
            </button>
          </p>
        ) : null}
      </div>
    </article>
  );
}

function ThreadToggle({ message, open }: { message: Message; open: boolean }) {
  const { room, hold } = useRoomContext();
  const { id, replyCount } = message;
  return (
    <button
      type="button"
      className="chat-toggle"
      aria-expanded={open}
      onClick={() => {
        hold(id);
        void room.toggleThread(id);
      }}
    >
      {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      <span>{count(replyCount, 'reply', 'replies')}</span>
    </button>
  );
}

/** The loaded replies below a message. Replies deeper than the third level are not indented further. */
function Thread({ message, level, seen }: { message: Message; level: number; seen: string | undefined }) {
  const { room } = useRoomContext();
  const ids = room.tree.childrenOf(message.id);
  const pending = room.outbox.under(message.id);
  if (ids.length === 0 && pending.length === 0) {
    return message.replyCount > 0 ? <div className="chat-thread chat-waiting" aria-hidden="true" /> : null;
  }
  return (
    <div className={level < threadDepth ? 'chat-thread' : undefined}>
      {ids.map((id, index) => (
        <MessageItem
          key={id}
          id={id}
          level={Math.min(level + 1, threadDepth)}
          continues={isContinued(room, ids[index - 1], id)}
          seen={seen}
        />
      ))}
      {pending.map((item, index) => (
        <PendingItem key={item.nonce} pending={item} above={index === 0 ? ids.at(-1) : pending[index - 1]} />
      ))}
    </div>
  );
}

interface ItemProps {
  id: string;
  level: number;
  /** Whether it belongs to the message above, so that it shows neither picture nor name. */
  continues: boolean;
  /** The message above the mark "Seen", if it may be in this thread. */
  seen: string | undefined;
}

/** A message with its actions and its replies. */
export function MessageItem({ id, level, continues, seen }: ItemProps) {
  const { room, user } = useRoomContext();
  const message = room.tree.messages.get(id);
  if (!message) return null;
  if (message.kind === 'system') {
    return (
      <div className="chat-system" data-message={id}>
        <PartyPopper aria-hidden="true" />
        <span>{message.content}</span>
        <RelativeNow at={message.createdAt} />
      </div>
    );
  }
  const count = Math.max(message.replyCount, room.tree.childrenOf(id).length);
  const open = room.isOpen(id);
  return (
    <div className="chat-branch">
      <article
        className="chat-message"
        data-message={id}
        data-asked={room.highlighted === id ? '' : undefined}
        data-continues={continues || undefined}
        aria-label={`Message from ${message.senderName}`}
      >
        <Avatar name={message.senderName} src={message.sender?.avatarUrl} />
        <div className="chat-body">
          <p className="chat-head">
            <Sender message={message} />
            <span className="chat-time">
              <RelativeNow at={message.createdAt} />
            </span>
          </p>
          <Said said={message} me={user?.id ?? null} />
          <MessagePictures images={message.images} sender={message.senderName} />
          <MessageExtras message={message} />
          <ReactionRow message={message} />
          {count > 0 ? <ThreadToggle message={{ ...message, replyCount: count }} open={open} /> : null}
          <MessageActions message={message} />
        </div>
      </article>
      {id === seen ? <p className="chat-seen">Seen</p> : null}
      {open ? <Thread message={message} level={level} seen={seen} /> : null}
    </div>
  );
}
