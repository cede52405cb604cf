import {
  Copy,
  Ellipsis,
  Flag,
  MessageSquareShare,
  MicOff,
  Reply,
  ShieldX,
  SmilePlus,
  Trash2,
  UserX,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Message } from '#contract/chat.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { reactionEmojis } from '#contract/limits.ts';
import { getPool, listPools, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { useRefresh } from '#web/data/query.ts';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useScene } from './room-context.ts';

const emojiNames: Record<string, string> = {
  '👍': 'thumbs up',
  '❤️': 'heart',
  '😂': 'laughing',
  '😮': 'surprised',
  '😢': 'sad',
  '🙏': 'folded hands',
};
export const nameOfEmoji = (emoji: string) => emojiNames[emoji] ?? emoji;

/** Why a guest finds buttons disabled; also their accessible descriptions. */
export const signInTo = { react: 'Sign in to react', reply: 'Sign in to reply' };

interface PickerProps {
  message: Message;
  /** `byHand`: somebody has chosen, or closed it; not so where the focus just went elsewhere. */
  onDone: (byHand: boolean) => void;
}

/** By arrow from one to the next, and around. */
function moveAmong(buttons: HTMLElement, key: string): void {
  const all = [...buttons.querySelectorAll('button')];
  const at = all.findIndex((button) => button.matches(':focus'));
  all[(at + (key === 'ArrowRight' ? 1 : -1) + all.length) % all.length]?.focus();
}

function Picker({ message, onDone }: PickerProps) {
  const { room } = useScene();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset
      className="chat-picker"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') moveAmong(event.currentTarget, event.key);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onDone(false);
      }}
    >
      <legend className="sr-only">Reactions</legend>
      {reactionEmojis.map((emoji, index) => (
        <button
          key={emoji}
          ref={index === 0 ? first : undefined}
          type="button"
          aria-label={`React with ${nameOfEmoji(emoji)}`}
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

/** Publishes a message of one's own among the pool's comments. */
function usePostToComments(): (poolId: string, message: Message) => Promise<void> {
  const refresh = useRefresh();
  return async (poolId, { id: messageId, content }) => {
    try {
      await call(addComment, { params: { id: poolId }, body: { content, messageId } });
      toast({ title: 'Posted to comments', description: 'Your message is now among the comments of this pool.' });
      await refresh(listComments, resolvePool, getPool, listPools);
    } catch (error) {
      logFailure('a message was not posted to the comments', error);
      toast({
        title: 'Error',
        description: 'Failed to post to comments. Please try again.',
        variant: 'destructive',
      });
    }
  };
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied' });
  } catch (error) {
    logFailure('the text was not copied', error);
  }
}

/** What the menu of a message offers: only its sender deletes it; the others report it, and an admin deletes it with a reason. */
function useMenu(message: Message): MenuItem[] {
  const { room, user, guest, mayWrite, ask, reply } = useScene();
  const postToComments = usePostToComments();
  const { channel } = room;
  const copyItem = {
    label: 'Copy text',
    icon: <Copy aria-hidden="true" />,
    onSelect: () => void copy(message.content),
  };
  if (guest || !user) {
    const noAnswer = {
      label: (
        <>
          Reply <span className="text-muted">({signInTo.reply.toLowerCase()})</span>
        </>
      ),
      icon: <Reply aria-hidden="true" />,
      disabled: true,
      onSelect: () => undefined,
    };
    return [noAnswer, copyItem];
  }
  if (message.senderId === user.id) {
    const post = {
      label: 'Post to comments',
      icon: <MessageSquareShare aria-hidden="true" />,
      onSelect: () => channel.kind === 'pool' && void postToComments(channel.poolId, message),
    };
    const remove = {
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onSelect: () => ask({ act: 'delete', message }),
    };
    const canPost = channel.kind === 'pool' && message.parentMessageId === null;
    return [copyItem, ...(canPost ? [post] : []), remove];
  }
  const answer = { label: 'Reply', icon: <Reply aria-hidden="true" />, onSelect: () => reply(message) };
  const items: MenuItem[] = [
    ...(mayWrite ? [answer] : []),
    copyItem,
    { label: 'Report', icon: <Flag aria-hidden="true" />, onSelect: () => ask({ act: 'report', message }) },
    {
      label: `Block @${message.sender?.username}`,
      icon: <UserX aria-hidden="true" />,
      danger: true,
      onSelect: () => ask({ act: 'block', message }),
    },
  ];
  const isDirect = channel.kind === 'conversation' && channel.type === 'direct';
  if (user.role === 'admin' && !isDirect) {
    items.push(
      {
        label: `Mute @${message.sender?.username}…`,
        icon: <MicOff aria-hidden="true" />,
        danger: true,
        onSelect: () => ask({ act: 'mute', message }),
      },
      {
        label: 'Delete as an admin',
        icon: <ShieldX aria-hidden="true" />,
        danger: true,
        onSelect: () => ask({ act: 'remove', message }),
      },
    );
  }
  return items;
}

/** What can be done with a message. To one's own one neither answers nor reacts. */
export function MessageActions({ message }: { message: Message }) {
  const { user, guest, mayWrite, reply } = useScene();
  const items = useMenu(message);
  const [picking, setPicking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const givesBack = useRef(false);
  useEffect(() => {
    if (!picking && givesBack.current) opener.current?.focus();
    givesBack.current = false;
  }, [picking]);
  // Muted meanwhile: nothing opens by itself once the mute is over.
  if (picking && !mayWrite) setPicking(false);
  if (picking) {
    return (
      <div className="chat-acts" data-open>
        <Picker
          message={message}
          onDone={(byHand) => {
            givesBack.current = byHand;
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
            aria-label="Add a reaction"
            disabled={guest}
            title={guest ? signInTo.react : undefined}
            onClick={() => setPicking(true)}
          >
            <SmilePlus aria-hidden="true" />
          </button>
          {/* Fingers find it in the menu: names need the room. */}
          <button
            type="button"
            className="chat-answer"
            aria-label={`Reply to ${message.senderName}`}
            disabled={guest}
            title={guest ? signInTo.reply : undefined}
            onClick={() => reply(message)}
          >
            <Reply aria-hidden="true" />
          </button>
        </>
      ) : null}
      <DropdownMenu
        triggerClass="chat-more"
        trigger={<Ellipsis aria-hidden="true" />}
        label={`More about the message of ${message.senderName}`}
        align="end"
        items={items}
        onOpenChange={setIsOpen}
      />
    </div>
  );
}
