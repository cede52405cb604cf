import type { QueryClient } from '@tanstack/react-query';
import { getUnreadTotals, listConversations } from '#contract/calls/chat.ts';
import type { Conversation } from '#contract/chat/chat.ts';
import { previewOf } from '#contract/chat/message-text.ts';
import type { ConversationUpdated } from '#contract/chat/socket-events.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { conversationPath } from '#contract/paths.ts';
import { callsAboutBlocks, reportBlockChange } from '#web/data/block-changes.ts';
import { chatRefusal, chatStatus, onChat, onChatStatus, openChatSocket } from '#web/data/chat-socket.ts';
import { showPushesAsToasts } from '#web/data/push-toasts.ts';
import { checkSession, listenForSessionChange } from '#web/data/session-end.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast } from '#web/ui/toast.tsx';
import { activeConversation } from './active-conversation.ts';
import { myConversations } from './chat-queries.ts';
import { broadcastMs, onSent } from './sent-messages.ts';
import { playSound } from './sound.ts';

/** Events often come in bursts, which one refetch follows. The spread keeps the readers of one pool apart. */
const refetchDelay = { minMs: 250, spreadMs: 750 };

/** Plays the sound and shows a toast for another person's message in a conversation that is not open in this tab. */
function announce({ conversationId, lastMessage, isNew }: ConversationUpdated, me: string): void {
  if (!isNew || !lastMessage?.senderId || lastMessage.senderId === me || conversationId === activeConversation())
    return;
  playSound();
  toast({
    title: t`New message from ${{ name: lastMessage.senderName }}`,
    description: verbatim(previewOf(lastMessage.content)),
    action: {
      label: t({ message: 'Open', context: 'verb on a button' }),
      onPress: () => navigate(conversationPath(conversationId)),
    },
  });
}

type Known = readonly Conversation[] | undefined;

/** Updates a conversation and its position in the list: on top after a message, further down after a deletion. */
function withUpdate(list: Known, update: ConversationUpdated, me: string): Known {
  const known = list?.find(({ id }) => id === update.conversationId);
  if (!list || !known) return list;
  const { lastMessage = known.lastMessage, updatedAt, unreadCount } = update;
  const isUnknown = update.isNew === true && lastMessage?.id !== known.lastMessage?.id;
  const counts = isUnknown && lastMessage?.senderId !== me && activeConversation() !== known.id;
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

/** Keeps the unread badge, the conversation list and the toasts up to date while the person is signed in. */
export function watchChat(queries: QueryClient, me: string): void {
  let isWaiting = false;
  let hasOldTotals = false;
  const refetch = () => {
    isWaiting = false;
    void queries.invalidateQueries({ queryKey: [listConversations.path] });
    if (hasOldTotals) void queries.invalidateQueries({ queryKey: [getUnreadTotals.path] });
    hasOldTotals = false;
  };
  const refetchSoon = (totalsToo: boolean) => {
    hasOldTotals ||= totalsToo;
    if (!isWaiting) setTimeout(refetch, refetchDelay.minMs + Math.random() * refetchDelay.spreadMs);
    isWaiting = true;
  };
  let wasConnected = false;
  // A pool's chat beside its page receives only room events. They mark the conversation list, which is not on screen, as stale.
  const markListOld = ({ conversationId }: { conversationId: string | null }) => {
    if (conversationId) void queries.invalidateQueries({ queryKey: [listConversations.path], refetchType: 'none' });
  };
  onChat('room_message_received', markListOld);
  onChat('message_deleted', markListOld);
  onChat('message_changed', markListOld);
  onSent(({ conversationId, createdAt }) => {
    if (!conversationId) return;
    setTimeout(() => {
      const list = queries.getQueryData<Known>(myConversations.queryKey);
      const known = list?.find(({ id }) => id === conversationId);
      if (!known || known.updatedAt < createdAt) refetchSoon(false);
    }, broadcastMs);
  });
  onChat('conversation_updated', (update) => {
    announce(update, me);
    queries.setQueryData<Known>(myConversations.queryKey, (list) => withUpdate(list, update, me));
    // The totals count direct conversations only.
    refetchSoon(update.type === 'direct');
  });
  onChat('blocks_changed', () => {
    reportBlockChange();
    for (const { path } of callsAboutBlocks) void queries.invalidateQueries({ queryKey: [path] });
  });
  const onStatus = () => {
    if (chatStatus() === 'refused' && chatRefusal() === 'not_signed_in') void checkSession(me);
    if (chatStatus() !== 'connected') return;
    // Fetch what happened before the connection or while it was gone. Since then, another person may have signed in.
    refetchSoon(true);
    if (wasConnected) void checkSession(me);
    wasConnected = true;
  };
  onChatStatus(onStatus);
  // A room on the page may have opened the connection earlier.
  onStatus();
  showPushesAsToasts();
  listenForSessionChange(me);
  openChatSocket();
}
