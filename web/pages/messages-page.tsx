import { t } from '#contract/language/text.ts';
import { conversationOf, firstPageOf, firstReactionsOf, myConversations } from '#web/chat/chat-queries.ts';
import { ConversationList } from '#web/chat/conversation-list.tsx';
import { nameOfConversation } from '#web/chat/conversation-name.ts';
import { ConversationSkeleton, ConversationView } from '#web/chat/conversation-view.tsx';
import { useVisibleHeight } from '#web/chat/use-visible-height.ts';
import { asAppError } from '#web/data/call.ts';
import { ownError } from '#web/data/failures.ts';
import { useParams } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { EmptyState, ErrorState } from '#web/ui/loading-states.tsx';

const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

export const page = definePage({
  head: ({ params, read }) => {
    const { conversationId: id } = params;
    const conversation = id ? read(conversationOf(id)) : undefined;
    return {
      title: conversation ? t`${{ name: nameOfConversation(conversation) }} · Messages` : t`Messages`,
      description: t`Your direct messages, and the chats of the pools you take part in.`,
      noindex: true,
    };
  },
  load: async ({ params, fetch }) => {
    const { conversationId: id } = params;
    if (id && !isId(id)) throw ownError('not_found');
    // In the browser the page appears immediately, with skeletons.
    if (!id || !import.meta.env.SSR) return;
    const { type } = await fetch(conversationOf(id));
    const first = await fetch(firstPageOf(id, type === 'pool')).catch(() => undefined);
    if (first) await fetch(firstReactionsOf(first)).catch(() => undefined);
  },
  queries: ({ params }) => [myConversations, ...(params.conversationId ? [conversationOf(params.conversationId)] : [])],
});

function Shown({ id }: { id: string }) {
  const { data: conversation, error, isFetching, refetch } = useData(conversationOf(id));
  const { data: list } = useData(myConversations);
  const { data: first } = useData(firstPageOf(id, conversation?.type === 'pool'), { enabled: false });
  const { data: answer } = useData(firstReactionsOf(first), { enabled: false });
  if (conversation) {
    // Live updates change the list, so its count is newer.
    const unreadCount = list?.find((each) => each.id === id)?.unreadCount ?? conversation.unreadCount;
    return (
      <ConversationView
        key={id}
        conversation={{ ...conversation, unreadCount }}
        first={first && { page: first, reactions: answer?.reactions }}
      />
    );
  }
  if (!error) return <ConversationSkeleton />;
  const failed = asAppError(error);
  if (failed.status === 404 || failed.status === 403) throw failed;
  return (
    <ErrorState
      title={t`We couldn’t load this conversation`}
      error={failed}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  );
}

export function Component() {
  const { conversationId: id } = useParams();
  useVisibleHeight();
  const { data: list } = useData(myConversations);
  const isEmpty = !id && list?.length === 0;
  return (
    <div
      className={`conversations min-h-0 flex-1 md:grid md:grid-rows-[minmax(0,1fr)] ${isEmpty ? 'md:grid-cols-1' : 'md:grid-cols-[clamp(--spacing(72),32%,--spacing(88))_minmax(0,1fr)]'}`}
      data-open={id ? true : undefined}
      data-empty={isEmpty || undefined}
    >
      {/* A phone shows either the list or the conversation. */}
      <section
        className={`flex min-h-0 min-w-0 flex-col overflow-y-auto border-line scrollbar-thin max-md:h-full ${isEmpty ? '' : 'md:border-e'} ${id ? 'max-md:hidden' : ''}`}
        aria-label={t`Conversations`}
      >
        <ConversationList shown={id} />
      </section>
      {/* Without conversations there is nothing to choose, so that the next step gets the whole page. */}
      {isEmpty ? null : (
        <section className={`conversation ${id ? '' : 'max-md:hidden'}`} aria-label={t`Conversation`}>
          {id ? (
            <Shown id={id} />
          ) : (
            <div className="grid flex-1 place-items-center">
              <EmptyState
                title={t`Choose a conversation`}
              >{t`Or start a new one with the button above the list.`}</EmptyState>
            </div>
          )}
        </section>
      )}
    </div>
  );
}
