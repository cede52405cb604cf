import { useState } from 'react';
import { searchMessages } from '#contract/calls/chat.ts';
import type { FoundMessage } from '#contract/chat/chat-search.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { conversationPath } from '#contract/paths.ts';
import { query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/loading-states.tsx';
import { ConversationRow, ConversationRowSkeletons, rowsLook, withSender } from './conversation-row.tsx';
import { excerptAround } from './excerpt-around.ts';

const { min } = limits.messageSearch;

function Found({ message, q }: { message: FoundMessage; q: string }) {
  const me = useUser()?.id;
  const excerpt = excerptAround(message.content, q);
  const { conversation, createdAt, sender, senderName, threadId } = message;
  return (
    <ConversationRow
      to={`${conversationPath(conversation.id)}#chat-${threadId}`}
      conversation={conversation}
      at={createdAt}
      text={sender.id === me ? t`You: ${{ message: excerpt }}` : withSender(senderName, excerpt)}
    />
  );
}

const skeletons = <ConversationRowSkeletons count={3} />;

/** One page of results. Older results follow as further pages, each with its own request. */
function ResultPage({ q, before }: { q: string; before?: string }) {
  const [wantsMore, setWantsMore] = useState(false);
  const { data, error, isFetching, refetch } = useData({
    ...query(searchMessages, { query: before ? { q, before } : { q } }),
    staleTime: limits.messageSearch.staleMs,
  });
  if (error) {
    return <ErrorState title={t`The search failed`} error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data) return skeletons;
  const { messages, hasMore } = data;
  if (messages.length === 0 && !before) {
    return <p className="p-2.5 text-muted">{t`No messages found. Try another word.`}</p>;
  }
  const last = messages.at(-1);
  return (
    <>
      <ul>
        {messages.map((message) => (
          <Found key={message.id} message={message} q={q} />
        ))}
      </ul>
      {hasMore && last && wantsMore ? <ResultPage q={q} before={last.id} /> : null}
      {hasMore && !wantsMore ? (
        <Button variant="quiet" onClick={() => setWantsMore(true)}>{t`Show older results`}</Button>
      ) : null}
    </>
  );
}

/**
 * The messages of the person's conversations that contain `q`, in place of the list of conversations. `q` follows the typed text after a
 * pause.
 */
export function MessageSearch({ typed, q }: { typed: string; q: string }) {
  return (
    <section className={rowsLook} aria-label={t`Search results`} aria-live="polite">
      {typed.length < min ? (
        <p className="p-2.5 text-muted">{t`Type at least ${plural({ min }, { one: '# character', other: '# characters' })}.`}</p>
      ) : q.length < min ? (
        skeletons
      ) : (
        <ResultPage key={q} q={q} />
      )}
    </section>
  );
}
