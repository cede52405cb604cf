import { listConversations, openDirectConversation } from '#contract/calls/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toastError } from '#web/ui/toast.tsx';

/** Opens the direct conversation with a user and creates it if needed. `onOpened` runs before the navigation, which focuses the composer. */
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
