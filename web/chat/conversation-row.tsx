import type { ReactNode } from 'react';
import { hasRtlLetters, isolate } from '#contract/language/isolate.ts';
import { type Text, verbatim } from '#contract/language/text.ts';
import { RelativeNow } from '#web/chat/messages/relative-now.tsx';
import { Link } from '#web/ui/link.tsx';
import { RowSkeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { type ConversationSubject, nameOfConversation } from './conversation-name.ts';
import { ConversationAvatar } from './conversation-view.tsx';
import { OneLine } from './one-line.tsx';

export const rowLook = 'conversation-row flex min-h-11 w-full items-center gap-3 rounded-lg p-2.5 [text-align:inherit]';
/** A list of rows. */
export const rowsLook = 'px-2.5 pt-1 pb-4';
/** Two parts of a row at its two ends. */
const lineLook = 'flex items-baseline justify-between gap-2.5';

interface RowProps {
  to: string;
  conversation: ConversationSubject;
  at: string | undefined;
  text: Text;
  current?: boolean;
  /** The badge of a conversation with unread messages. */
  unread?: ReactNode;
}

/** A message after the name of its sender. */
export const withSender = (name: string, words: string): Text =>
  verbatim(hasRtlLetters(name + words) ? `${isolate(name)}: ${isolate(words)}` : `${name}: ${words}`);

/** A link to a conversation: its picture, its name, a time and one line of text. */
export function ConversationRow({ to, conversation, at, text, current, unread }: RowProps) {
  return (
    <li>
      <Link
        to={to}
        className={`${rowLook} hover:bg-hover ${current ? 'bg-sunken' : ''}`}
        aria-current={current ? 'page' : undefined}
      >
        <ConversationAvatar conversation={conversation} />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className={lineLook}>
            <b className="truncate" dir="auto">
              {nameOfConversation(conversation)}
            </b>
            {at ? <RelativeNow at={at} className="flex-none text-xs text-faint" /> : null}
          </span>
          <span className={lineLook}>
            <OneLine text={text} className={`text-sm ${unread ? 'font-semibold text-ink' : 'text-muted'}`} />
            {unread}
          </span>
        </span>
      </Link>
    </li>
  );
}

export function ConversationRowSkeletons({ count }: { count: number }) {
  return (
    <SkeletonList count={count}>
      <RowSkeleton className={rowLook} avatar="size-12" lines={['h-5 w-32', 'h-4 w-4/5']} />
    </SkeletonList>
  );
}
