import { MessageCirclePlus } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/chat/chat.ts';
import { limits } from '#contract/limits.ts';
import { conversationPath, paths } from '#contract/paths.ts';
import { RelativeNow } from '#web/chat/messages/relative-now.tsx';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx';
import { UnreadBadge } from '#web/ui/display.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, RowSkeleton, SkeletonList } from '#web/ui/loading-states.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { ChatOptions } from './chat-options.tsx';
import { myConversations } from './chat-queries.ts';
import { nameOfConversation } from './conversation-name.ts';
import { ConversationAvatar } from './conversation-view.tsx';

const loadSearch = () => import('./new-conversation.tsx').then((module) => module.NewConversation);
const MessageSearch = lazyComponent(() => import('./message-search.tsx').then((module) => module.MessageSearch), {
  browserOnly: true,
});
const NewConversation = lazyComponent(loadSearch, { browserOnly: true });

/** A preview of the last message, with its sender unless that is obvious. */
function lastMessagePreview({ lastMessage, type }: Conversation, me: string | undefined): string {
  if (!lastMessage) return 'No messages yet';
  if (lastMessage.senderId === null) return lastMessage.content;
  if (lastMessage.senderId === me) return `You: ${lastMessage.content}`;
  return type === 'pool' ? `${lastMessage.senderName}: ${lastMessage.content}` : lastMessage.content;
}

function Row({ conversation, current }: { conversation: Conversation; current: boolean }) {
  const me = useUser()?.id;
  const { id, unreadCount, lastMessage } = conversation;
  const unread = current ? 0 : unreadCount;
  return (
    <li>
      <Link
        to={conversationPath(id)}
        className="conversation-row"
        aria-current={current ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <ConversationAvatar conversation={conversation} />
        <span className="conversation-row-body">
          <span className="conversation-row-top">
            <b dir="auto">{nameOfConversation(conversation)}</b>
            {lastMessage ? <RelativeNow at={lastMessage.createdAt} /> : null}
          </span>
          <span className="conversation-row-top">
            <span className="conversation-last" dir="auto">
              {lastMessagePreview(conversation, me)}
            </span>
            {unread > 0 ? <UnreadBadge count={unread} /> : null}
          </span>
        </span>
      </Link>
    </li>
  );
}

const skeletons = (
  <div className="conversation-rows">
    <SkeletonList count={5}>
      <RowSkeleton className="conversation-row" avatar="size-12" lines={['h-5 w-32', 'h-4 w-4/5']} />
    </SkeletonList>
  </div>
);

function Conversations({ shown, onStart }: { shown: string | undefined; onStart: () => void }) {
  return (
    <Loaded
      of={useData(myConversations)}
      loading={skeletons}
      failed="We couldn’t load your conversations"
      empty={(list) =>
        list.length === 0 && (
          <EmptyState
            title="No conversations yet"
            actions={
              <>
                <Button variant="primary" onClick={onStart}>
                  Write a message
                </Button>
                <LinkButton to={paths.users}>Browse users</LinkButton>
              </>
            }
          >
            Your direct messages and the chats of your pools show up here.
          </EmptyState>
        )
      }
    >
      {(list) => (
        <ul className="conversation-rows">
          {list.map((conversation) => (
            <Row key={conversation.id} conversation={conversation} current={conversation.id === shown} />
          ))}
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
  return (
    <>
      <div className="conversation-list-head">
        {shown ? <h2>Messages</h2> : <h1>Messages</h1>}
        <ChatOptions />
        <IconButton
          label="New message"
          aria-haspopup="dialog"
          onPointerEnter={() => prefetch(loadSearch)}
          onClick={start}
        >
          <MessageCirclePlus aria-hidden="true" />
        </IconButton>
      </div>
      {isEmpty ? null : (
        <div className="conversation-search">
          <SearchField label="Search messages" value={text} onText={setText} />
        </div>
      )}
      {typed === '' ? <Conversations shown={shown} onStart={start} /> : <MessageSearch typed={typed} q={q} />}
      {searching ? <NewConversation onClose={() => setSearching(false)} /> : null}
    </>
  );
}
