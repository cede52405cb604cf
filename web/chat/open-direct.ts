import { listConversations, openDirectConversation } from '#contract/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toastError } from '#web/ui/toast.tsx';

/** To the conversation with somebody, begun if there is none. `onOpened` comes before the way there, which ends in its field. */
export function useOpenDirect(): (otherUserId: string, onOpened?: () => void) => Promise<void> {
  const refresh = useRefresh();
  return async (otherUserId, onOpened) => {
    try {
      const { id } = await call(openDirectConversation, { body: { otherUserId } });
      void refresh(listConversations);
      onOpened?.();
      navigate(conversationPath(id));
    } catch (error) {
      toastError(error);
    }
  };
}
