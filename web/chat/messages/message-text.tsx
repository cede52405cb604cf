import type { Message } from '#contract/chat/chat.ts';
import { t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { messageParts } from './message-parts.ts';

/** Whether a message consists of one to three emoji, which are shown larger. */
const isEmoji = (content: string) =>
  /^\s*(?:(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*\s*){1,3}$/u.test(
    content,
  );

/** The text of a message with marked mentions and safe links. Fetches nothing from the linked sites. */
export function MessageText({
  said,
  me,
}: {
  said: Pick<Message, 'content' | 'mentions' | 'parentSender'> & { editedAt?: Message['editedAt'] };
  me: string | null;
}) {
  const emoji = !said.parentSender && isEmoji(said.content);
  return (
    <p
      className={`chat-text user-text wrap-anywhere whitespace-pre-line group-data-[state=sending]/message:opacity-65 ${emoji ? 'text-2xl leading-tight' : 'leading-[1.45]'}`}
      dir="auto"
    >
      <span>
        {messageParts(said).map(({ text, href, userId }, index) => {
          // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text never move
          if (userId) {
            return (
              <span
                key={index}
                className="chat-mention rounded-xs bg-accent-wash px-1 font-semibold text-accent-text data-me:bg-accent data-me:text-on-accent forced-colors:data-me:underline"
                data-me={userId === me || undefined}
                dir="auto"
              >
                {text}
              </span>
            );
          }
          if (!href) return text;
          return (
            <a key={index} href={href} target="_blank" rel="nofollow ugc noopener noreferrer" className="link">
              {text}
              <span className="sr-only"> {t`(opens in a new tab)`}</span>
            </a>
          );
          // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text never move
        })}
      </span>
      {said.editedAt ? (
        <span className="text-xs text-faint" title={t`Edited ${{ date: fullDate(said.editedAt) }}`}>
          {' '}
          {t`(edited)`}
        </span>
      ) : null}
    </p>
  );
}
