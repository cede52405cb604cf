import { MessageCirclePlus } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/chat/chat.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { conversationPath, paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx';
import { UnreadBadge } from '#web/ui/display.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { ChatOptions } from './chat-options.tsx';
import { myConversations } from './chat-queries.ts';
import { ConversationRow, ConversationRowSkeletons, rowsLook, withSender } from './conversation-row.tsx';

const loadSearch = () => import('./new-conversation.tsx').then((module) => module.NewConversation);
const MessageSearch = lazyComponent(() => import('./message-search.tsx').then((module) => module.MessageSearch), {
  browserOnly: true,
});
const NewConversation = lazyComponent(loadSearch, { browserOnly: true });

/** A preview of the last message, with its sender unless that is obvious. */
function lastMessagePreview({ lastMessage, type }: Conversation, me: string | undefined): Text {
  if (!lastMessage) return t`No messages yet`;
  if (lastMessage.senderId === null) return verbatim(lastMessage.content);
  if (lastMessage.senderId === me) return t`You: ${{ message: lastMessage.content }}`;
  return type === 'pool' ? withSender(lastMessage.senderName, lastMessage.content) : verbatim(lastMessage.content);
}

function Conversations({ shown, onStart }: { shown: string | undefined; onStart: () => void }) {
  const me = useUser()?.id;
  return (
    <Loaded
      of={useData(myConversations)}
      loading={
        <div className={rowsLook}>
          <ConversationRowSkeletons count={5} />
        </div>
      }
      failed={t`We couldn’t load your conversations`}
      empty={(list) =>
        list.length === 0 && (
          <EmptyState
            title={t`No conversations yet`}
            actions={
              <>
                <Button variant="primary" onClick={onStart}>{t`Write a message`}</Button>
                <LinkButton to={paths.users}>{t`Browse users`}</LinkButton>
              </>
            }
          >{t`Your direct messages and the chats of your pools show up here.`}</EmptyState>
        )
      }
    >
      {(list) => (
        <ul className={rowsLook}>
          {list.map((conversation) => {
            const { id, unreadCount, lastMessage } = conversation;
            const current = id === shown;
            return (
              <ConversationRow
                key={id}
                to={conversationPath(id)}
                conversation={conversation}
                at={lastMessage?.createdAt}
                text={lastMessagePreview(conversation, me)}
                current={current}
                unread={unreadCount > 0 && !current ? <UnreadBadge count={unreadCount} /> : null}
              />
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}

/** The person's conversations, latest first, and a search in their messages and a button for a new one. */
export function ConversationList({ shown }: { shown: string | undefined }) {
  const [searching, setSearching] = useState(false);
  const [text, setText] = useState('');
  const typed = text.trim();
  const q = useDebounced(typed, limits.messageSearch.debounceMs);
  const isEmpty = useData(myConversations).data?.length === 0;
  const start = () => setSearching(true);
  const Title = shown ? 'h2' : 'h1';
  return (
    <>
      <div className="sticky top-0 z-1 flex items-center bg-paper pt-4 pb-2.5 ps-5 pe-2.5">
        <Title className="flex-1 text-2xl">{t`Messages`}</Title>
        <ChatOptions />
        <IconButton
          label={t`New message`}
          aria-haspopup="dialog"
          onPointerEnter={() => prefetch(loadSearch)}
          onClick={start}
        >
          <MessageCirclePlus aria-hidden="true" />
        </IconButton>
      </div>
      {isEmpty ? null : (
        <div className="px-5 pb-1">
          <SearchField label={t`Search messages`} value={text} onText={setText} />
        </div>
      )}
      {typed === '' ? <Conversations shown={shown} onStart={start} /> : <MessageSearch typed={typed} q={q} />}
      {searching ? <NewConversation onClose={() => setSearching(false)} /> : null}
    </>
  );
}
