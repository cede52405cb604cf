import { listConversations, openDirectConversation } from '#contract/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toastError } from '#web/ui/toast.tsx';

/** To the conversation with somebody, begun if there is none. Answers whether it could be opened. */
export function useOpenDirect(): (otherUserId: string) => Promise<boolean> {
  const refresh = useRefresh();
  return async (otherUserId) => {
    try {
      const { id } = await call(openDirectConversation, { body: { otherUserId } });
      void refresh(listConversations);
      navigate(conversationPath(id));
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  };
}
