import {
  Copy,
  Ellipsis,
  Flag,
  MessageSquareShare,
  MicOff,
  Pencil,
  Reply,
  ShieldX,
  SmilePlus,
  Trash2,
  UserX,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import { addComment, listComments } from '#contract/calls/updates-and-comments.ts';
import type { Message } from '#contract/chat/chat.ts';
import { hasOnlyPictures } from '#contract/chat/message-text.ts';
import { type Message as Label, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { limits, reactionEmojis } from '#contract/limits.ts';
import { poolIdOf } from '#web/chat/channel.ts';
import { useRoomContext } from '#web/chat/room-context.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { useRefresh } from '#web/data/query.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { forward } from '#web/ui/direction.ts';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';

const emojiNames: Record<string, Label> = {
  '👍': msg`thumbs up`,
  '❤️': msg`heart`,
  '😂': msg`laughing`,
  '😮': msg`surprised`,
  '😢': msg`sad`,
  '🙏': msg`folded hands`,
};
export function nameOfEmoji(emoji: string): Text {
  const name = emojiNames[emoji];
  return name ? textOf(name) : verbatim(emoji);
}

/** Tooltips of the buttons that are disabled for guests. */
export const signInTo = { react: msg`Sign in to react`, reply: msg`Sign in to reply` };

interface PickerProps {
  message: Message;
  /** `returnFocus`: true after a choice or Escape, false if the focus has moved elsewhere. */
  onDone: (returnFocus: boolean) => void;
}

/** Moves the focus to the button on that side, wrapping around. */
function moveFocus(buttons: HTMLElement, key: string): void {
  const all = [...buttons.querySelectorAll('button')];
  const at = all.findIndex((button) => button.matches(':focus'));
  const step = key === 'ArrowRight' ? forward() : -forward();
  all[(at + step + all.length) % all.length]?.focus();
}

function Picker({ message, onDone }: PickerProps) {
  const { room } = useRoomContext();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset
      className="flex"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') moveFocus(event.currentTarget, event.key);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDone(false);
      }}
    >
      <legend className="sr-only">{t`Reactions`}</legend>
      {reactionEmojis.map((emoji, index) => (
        <button
          key={emoji}
          ref={index === 0 ? first : undefined}
          type="button"
          className="text-lg"
          aria-label={t`React with ${{ emoji: nameOfEmoji(emoji) }}`}
          onClick={() => {
            room.react(message.id, emoji);
            onDone(true);
          }}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}

/** Publishes the person's own message as a comment on the pool. */
function usePostToComments(): (poolId: string, message: Message) => Promise<void> {
  const refresh = useRefresh();
  return async (poolId, { id: messageId, content }) => {
    try {
      await call(addComment, { params: { id: poolId }, body: { content, messageId } });
      toast({ title: t`Posted to comments`, description: t`Your message is now a comment on this pool.` });
      await refresh(listComments, resolvePool, getPool, listPools);
    } catch (error) {
      logFailure('could not post a message to the comments', error);
      toast({
        title: t`Error`,
        description: t`Failed to post to comments. Please try again.`,
        variant: 'destructive',
      });
    }
  };
}

async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    toast({ title: t`Copied` });
  } catch (error) {
    logFailure('could not copy the text', error);
    toast({
      title: t`Couldn’t copy`,
      description: window.isSecureContext
        ? t`Your browser blocked it. Select the message and copy it from there.`
        : t`Your browser copies only on pages with https. Select the message and copy it from there.`,
      variant: 'destructive',
    });
  }
}

/** The menu of a message. Only its sender can delete it; others can report it; admins can delete it with a reason. */
function useMenu(message: Message): MenuItem[] {
  const { room, user, guest, mayWrite, ask, reply, edit } = useRoomContext();
  const postToComments = usePostToComments();
  const { channel } = room;
  const poolId = poolIdOf(channel);
  const copyItem = {
    label: t`Copy text`,
    icon: <Copy aria-hidden="true" />,
    onSelect: () => void copy(message.content),
  };
  const isPicture = hasOnlyPictures(message);
  const copyItems = isPicture ? [] : [copyItem];
  if (guest || !user) {
    const disabledReply = {
      label: (
        <>
          <RichText
            text={msg`Reply <note>(sign in to reply)</note>`}
            tags={{ note: (text) => <span className="text-muted">{text}</span> }}
          />
        </>
      ),
      icon: <Reply aria-hidden="true" />,
      disabled: true,
      onSelect: () => undefined,
    };
    return [disabledReply, ...copyItems];
  }
  if (message.senderId === user.id) {
    const post = {
      label: t`Post to comments`,
      icon: <MessageSquareShare aria-hidden="true" />,
      onSelect: () => poolId && void postToComments(poolId, message),
    };
    const remove = {
      label: t`Delete`,
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onSelect: () => ask({ act: 'delete', message }),
    };
    const canPost = poolId && message.parentMessageId === null && !isPicture;
    // The server decides by its own clock. A menu that was opened in time stays as it is.
    const canEdit = mayWrite && Date.now() - Date.parse(message.createdAt) < limits.chat.editMinutes * 60_000;
    const change = {
      label: t({ message: 'Edit', context: 'button: change a message' }),
      icon: <Pencil aria-hidden="true" />,
      onSelect: () => edit(message),
    };
    return [...(canEdit ? [change] : []), ...copyItems, ...(canPost ? [post] : []), remove];
  }
  const answer = { label: t`Reply`, icon: <Reply aria-hidden="true" />, onSelect: () => reply(message) };
  const name = message.sender?.username ?? '';
  const items: MenuItem[] = [
    ...(mayWrite ? [answer] : []),
    ...copyItems,
    {
      label: t({ message: 'Report', context: 'button: tell the admins about something' }),
      icon: <Flag aria-hidden="true" />,
      onSelect: () => ask({ act: 'report', message }),
    },
    {
      label: t`Block @${{ name }}`,
      icon: <UserX aria-hidden="true" />,
      danger: true,
      onSelect: () => ask({ act: 'block', message }),
    },
  ];
  const isDirect = channel.kind === 'conversation' && channel.type === 'direct';
  if (user.role === 'admin' && !isDirect) {
    items.push(
      {
        label: t`Mute @${{ name }}…`,
        icon: <MicOff aria-hidden="true" />,
        danger: true,
        onSelect: () => ask({ act: 'mute', message }),
      },
      {
        label: t`Delete as an admin`,
        icon: <ShieldX aria-hidden="true" />,
        danger: true,
        onSelect: () => ask({ act: 'remove', message }),
      },
    );
  }
  return items;
}

/** The action buttons of a message. People cannot reply or react to their own messages. */
export function MessageActions({ message }: { message: Message }) {
  const { user, guest, mayWrite, reply } = useRoomContext();
  const items = useMenu(message);
  const [picking, setPicking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (!picking && returnsFocus.current) opener.current?.focus();
    returnsFocus.current = false;
  }, [picking]);
  // The person has since been muted: close the picker, so that it does not reopen when the mute ends.
  if (picking && !mayWrite) setPicking(false);
  if (picking) {
    return (
      <div className="chat-acts" data-open>
        <Picker
          message={message}
          onDone={(returnFocus) => {
            returnsFocus.current = returnFocus;
            setPicking(false);
          }}
        />
      </div>
    );
  }
  return (
    <div className="chat-acts" data-open={isOpen ? '' : undefined}>
      {(mayWrite || guest) && message.senderId !== user?.id ? (
        <>
          <button
            ref={opener}
            type="button"
            aria-label={t`Add a reaction`}
            disabled={guest}
            title={guest ? textOf(signInTo.react) : undefined}
            onClick={() => setPicking(true)}
          >
            <SmilePlus aria-hidden="true" />
          </button>
          {/* Hidden on touch screens, where names need the room; the menu has the same item. */}
          <button
            type="button"
            className="chat-answer"
            aria-label={t`Reply to ${{ name: message.senderName }}`}
            disabled={guest}
            title={guest ? textOf(signInTo.reply) : undefined}
            onClick={() => reply(message)}
          >
            <Reply aria-hidden="true" />
          </button>
        </>
      ) : null}
      <DropdownMenu
        triggerClass="chat-more"
        trigger={<Ellipsis aria-hidden="true" />}
        label={t`More about the message from ${{ name: message.senderName }}`}
        align="end"
        items={items}
        onOpenChange={setIsOpen}
      />
    </div>
  );
}
