import type { QueryClient } from '@tanstack/react-query';
import { type Conversation, getUnreadTotals, listConversations, type Message } from '#contract/chat.ts';
import { limits } from '#contract/limits.ts';
import { conversationPath } from '#contract/paths.ts';
import type { ConversationUpdated } from '#contract/socket-events.ts';
import { chatRefusal, chatStatus, onChat, onChatStatus, openChatSocket } from '#web/data/chat-socket.ts';
import { hearPushed } from '#web/data/pushed.ts';
import { hearSessionEnded, lookAtSession } from '#web/data/session-end.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';
import { activeConversation } from './active-conversation.ts';
import { myConversations } from './chat-queries.ts';
import { playSound } from './sound.ts';

const { previewChars } = limits.chat;
/** Several things happen at once; they are read once. */
const restMs = 250;

/** The first 50 characters, and an ellipsis where something is left out. */
export function previewOf(content: string): string {
  const letters = [...content.replace(/\s+/g, ' ')];
  return letters.length > previewChars ? `${letters.slice(0, previewChars).join('')}…` : letters.join('');
}

function tellOf({ conversationId, senderName, content }: Message): void {
  playSound();
  toast({
    title: `New message from ${senderName}`,
    description: previewOf(content),
    action: { label: 'Open', onPress: () => navigate(conversationPath(conversationId ?? '')) },
  });
}

type Known = readonly Conversation[] | undefined;

/** The list with what is new on top. */
function withNews(list: Known, news: ConversationUpdated, me: string): Known {
  const known = list?.find(({ id }) => id === news.conversationId);
  if (!list || !known) return list;
  const { lastMessage = known.lastMessage, updatedAt, unreadCount } = news;
  const isNew = lastMessage && lastMessage.id !== known.lastMessage?.id && lastMessage.createdAt >= known.updatedAt;
  const counts = isNew && lastMessage.senderId !== me && activeConversation() !== known.id;
  const next: Conversation = {
    ...known,
    updatedAt,
    unreadCount: unreadCount ?? known.unreadCount + (counts ? 1 : 0),
    lastMessage,
  };
  const rest = list.filter(({ id }) => id !== known.id);
  const at = rest.findIndex((other) => other.updatedAt <= updatedAt);
  return at === -1 ? [...rest, next] : [...rest.slice(0, at), next, ...rest.slice(at)];
}

/** For as long as somebody is signed in: the badge, the list and the toasts, wherever they are. */
export function watchChat(queries: QueryClient, me: string): void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const readAgain = () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: [listConversations.path] });
      void queries.invalidateQueries({ queryKey: [getUnreadTotals.path] });
    }, restMs);
  };
  let wasConnected = false;
  onChat('message_received', (message) => {
    if (message.senderId !== me && message.conversationId !== activeConversation()) tellOf(message);
  });
  onChat('conversation_updated', (news) => {
    queries.setQueryData<Known>(myConversations.queryKey, (list) => withNews(list, news, me));
    readAgain();
  });
  onChatStatus(() => {
    if (chatStatus() === 'refused' && chatRefusal() === 'not_signed_in') void lookAtSession();
    if (chatStatus() !== 'connected') return;
    // What came while there was no connection.
    if (wasConnected) readAgain();
    wasConnected = true;
  });
  hearPushed();
  hearSessionEnded();
  openChatSocket();
}
