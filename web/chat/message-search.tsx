import { useState } from 'react';
import { searchMessages } from '#contract/calls/chat.ts';
import type { FoundMessage } from '#contract/chat/chat-search.ts';
import { limits } from '#contract/limits.ts';
import { conversationPath } from '#contract/paths.ts';
import { RelativeNow } from '#web/chat/messages/relative-now.tsx';
import { query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { ErrorState, RowSkeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { nameOfConversation } from './conversation-name.ts';
import { ConversationAvatar } from './conversation-view.tsx';
import { excerptAround } from './excerpt-around.ts';

const { min } = limits.messageSearch;

function Found({ message, q }: { message: FoundMessage; q: string }) {
  const me = useUser()?.id;
  const { conversation, content, createdAt, sender, senderName, threadId } = message;
  return (
    <li>
      <Link to={`${conversationPath(conversation.id)}#chat-${threadId}`} className="conversation-row">
        <ConversationAvatar conversation={conversation} />
        <span className="conversation-row-body">
          <span className="conversation-row-top">
            <b dir="auto">{nameOfConversation(conversation)}</b>
            <RelativeNow at={createdAt} />
          </span>
          <span className="conversation-last" dir="auto">
            {sender.id === me ? 'You' : senderName}: {excerptAround(content, q)}
          </span>
        </span>
      </Link>
    </li>
  );
}

const skeletons = (
  <SkeletonList count={3}>
    <RowSkeleton className="conversation-row" avatar="size-12" lines={['h-5 w-32', 'h-4 w-4/5']} />
  </SkeletonList>
);

/** One page of results. Older results follow as further pages, each with its own request. */
function ResultPage({ q, before }: { q: string; before?: string }) {
  const [wantsMore, setWantsMore] = useState(false);
  const { data, error, isFetching, refetch } = useData({
    ...query(searchMessages, { query: before ? { q, before } : { q } }),
    staleTime: limits.messageSearch.staleMs,
  });
  if (error) {
    return <ErrorState title="The search failed" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data) return skeletons;
  const { messages, hasMore } = data;
  if (messages.length === 0 && !before)
    return <p className="conversation-hint">No messages found. Try another word.</p>;
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
        <Button variant="quiet" onClick={() => setWantsMore(true)}>
          Show older results
        </Button>
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
    <section className="conversation-rows" aria-label="Search results" aria-live="polite">
      {typed.length < min ? (
        <p className="conversation-hint">Type at least {min} characters.</p>
      ) : q.length < min ? (
        skeletons
      ) : (
        <ResultPage key={q} q={q} />
      )}
    </section>
  );
}
