import { ChevronDown, ChevronRight, PartyPopper } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import type { Message } from '#contract/chat/chat.ts';
import { hasOnlyPictures } from '#contract/chat/message-text.ts';
import { plural, sentenceSpace, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths, userPath } from '#contract/paths.ts';
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

const pathOf = ({ id, username }: UserSummary, me: string | undefined) =>
  id === me ? paths.myAccount : userPath(username);

function Name({ to, children }: { to: string | undefined; children: string }) {
  const look = 'chat-name relative truncate font-[650]';
  if (!to)
    return (
      <b className={look} dir="auto">
        {children}
      </b>
    );
  // A touch target of 24px that adds nothing to the height of the line.
  return (
    <Link to={to} className={`${look} -my-0.5 leading-6 underline-offset-3 hover:underline`} dir="auto">
      {children}
    </Link>
  );
}

interface FrameProps extends ComponentProps<'article'> {
  name: string;
  avatarUrl: string | null | undefined;
  /** The page of the sender; undefined if the sender is gone. */
  to: string | undefined;
  time: ReactNode;
  /** It belongs to the message above: the picture and the name stay out, and the time appears in the place of the picture. */
  continues: boolean;
  /** The time shows without hover or focus, too. */
  showsTime?: boolean;
}

/** A message with the picture and the name of its sender, and the time. */
function MessageFrame({ name, avatarUrl, to, time, continues, showsTime, children, ...rest }: FrameProps) {
  const hides = showsTime ? '' : 'opacity-0 group-[:is(:hover,:focus-within)]/message:opacity-100';
  return (
    <article
      {...rest}
      className={`chat-message group/message relative flex gap-2.5 px-(--chat-inset) pb-1 hover:bg-hover not-hover:data-asked:bg-sunken ${continues ? '' : 'pt-2'}`}
      data-continues={continues || undefined}
      aria-label={t`Message from ${{ name }}`}
    >
      <Avatar name={name} src={avatarUrl} className={continues ? 'invisible h-0' : undefined} />
      <div className="min-w-0 flex-1">
        <p
          className={
            continues
              ? `absolute start-0 flex w-14.5 items-baseline justify-center leading-[1.9] ${hides}`
              : 'chat-head flex items-baseline gap-2 leading-[1.3]'
          }
        >
          {continues ? null : <Name to={to}>{name}</Name>}
          <span className="flex-none text-xs text-faint">{time}</span>
        </p>
        {children}
      </div>
    </article>
  );
}

function ReactionRow({ message }: { message: Message }) {
  const { room, user, guest, mayWrite } = useRoomContext();
  const groups = room.reactions.of(message.id);
  if (groups.length === 0) return null;
  // People cannot react to their own messages.
  const may = mayWrite && message.senderId !== user?.id;
  return (
    <div className="flex flex-wrap gap-1.5 pt-1">
      {groups.map(({ emoji, count: total, userIds }) => {
        const pressed = user ? userIds.includes(user.id) : undefined;
        const look = pressed
          ? 'bg-accent-wash text-accent-text inset-ring inset-ring-(--accent-edge)'
          : 'bg-sunken text-muted forced-colors:border';
        return (
          <button
            key={emoji}
            type="button"
            className={`chat-touch inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold tabular-nums enabled:hover:bg-hover ${look}`}
            disabled={!may}
            title={guest ? textOf(signInTo.react) : undefined}
            aria-pressed={pressed}
            aria-label={t`${{ emoji: nameOfEmoji(emoji) }}, ${{ total }}`}
            onClick={() => room.react(message.id, emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
            {total}
          </button>
        );
      })}
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
    <MessageFrame
      data-state={pending.state}
      name={name}
      avatarUrl={user.avatarUrl}
      to={paths.myAccount}
      time={failed ? t`Not sent` : t`Sending…`}
      continues={continues}
      showsTime
    >
      <Said said={{ ...pending, mentions: [], parentSender }} me={user.id} />
      <MessagePictures images={pending.images} sender={name} />
      {failed ? (
        <p className="mt-0.5 text-sm text-danger-text" role="alert">
          {pending.why}
          {sentenceSpace()}
          <button type="button" className="link min-h-6" onClick={() => retrySending(room, pending)}>{t`Retry`}</button>{' '}
          <button
            type="button"
            className="link min-h-6"
            onClick={() => discardUnsent(room, pending)}
          >{t`Discard`}</button>
        </p>
      ) : null}
    </MessageFrame>
  );
}

function ThreadToggle({ message, open }: { message: Message; open: boolean }) {
  const { room, hold } = useRoomContext();
  const { id, replyCount } = message;
  return (
    <button
      type="button"
      className="chat-touch -ms-1 mt-0.5 inline-flex items-center gap-1 rounded-sm ps-0.5 pe-1.5 text-sm font-semibold text-accent-text hover:bg-hover"
      aria-expanded={open}
      onClick={() => {
        hold(id);
        void room.toggleThread(id);
      }}
    >
      {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      <span>{t`${plural({ replies: replyCount }, { one: '# reply', other: '# replies' })}`}</span>
    </button>
  );
}

const thread = 'ms-4 border-s border-line';

/** The loaded replies below a message. Replies deeper than the third level are not indented further. */
function Thread({ message, level, seen }: { message: Message; level: number; seen: string | undefined }) {
  const { room } = useRoomContext();
  const ids = room.tree.childrenOf(message.id);
  const pending = room.outbox.under(message.id);
  if (ids.length === 0 && pending.length === 0) {
    if (message.replyCount === 0) return null;
    // The count is the same for everyone, and a block may hide every reply. Without threads, replies are in the pages of the room.
    if (!room.threaded || room.tree.hasReadThread(message.id)) {
      return <p className={`${thread} py-2 ps-4 text-sm text-faint`}>{t`These replies aren’t available to you.`}</p>;
    }
    return <div className={`${thread} h-14`} aria-hidden="true" />;
  }
  return (
    <div className={level < threadDepth ? thread : undefined}>
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
      <div
        className="mx-4 my-2 grid grid-cols-[auto_1fr] gap-x-2.5 gap-y-0.5 rounded-md bg-paid-wash py-2 ps-3 pe-4 text-sm text-paid-text"
        data-message={id}
      >
        <PartyPopper aria-hidden="true" className="mt-0.5" />
        <span dir="auto">{message.content}</span>
        <RelativeNow at={message.createdAt} className="col-start-2 text-xs text-muted" />
      </div>
    );
  }
  const count = Math.max(message.replyCount, room.tree.childrenOf(id).length);
  const open = room.isOpen(id);
  return (
    <div className="chat-branch">
      <MessageFrame
        data-message={id}
        data-asked={room.highlighted === id ? '' : undefined}
        name={message.senderName}
        avatarUrl={message.sender?.avatarUrl}
        to={message.sender ? pathOf(message.sender, user?.id) : undefined}
        time={<RelativeNow at={message.createdAt} />}
        continues={continues}
      >
        <Said said={message} me={user?.id ?? null} />
        <MessagePictures images={message.images} sender={message.senderName} />
        <MessageExtras message={message} />
        <ReactionRow message={message} />
        {count > 0 ? <ThreadToggle message={{ ...message, replyCount: count }} open={open} /> : null}
        <MessageActions message={message} />
      </MessageFrame>
      {id === seen ? <p className="px-4 pb-1 text-end text-xs text-faint">{t`Seen`}</p> : null}
      {open ? <Thread message={message} level={level} seen={seen} /> : null}
    </div>
  );
}
