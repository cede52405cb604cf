import { MessageCircle } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { isPoolPath } from '#contract/pools/pool-path.ts';
import { setChatOpen, useChatOpen } from '#web/data/chat-panel-state.ts';
import { useLocation } from '#web/data/location.tsx';
import { IconButton } from '#web/ui/button.tsx';

const feeds: readonly string[] = ['/', paths.home, paths.auth, paths.feed, paths.feedAlias];

/** Whether the page at a path has a chat panel: the feed and the pools do. */
const hasChat = (path: string) => feeds.includes(path) || isPoolPath(path);

/** The chat button of the top bar, for phones. */
export function ChatToggle() {
  const { pathname } = useLocation();
  const open = useChatOpen();
  if (!hasChat(pathname)) return null;
  return (
    <IconButton label={t`Chat`} className="chat-tab" aria-expanded={open} onClick={() => setChatOpen(!open)}>
      <MessageCircle aria-hidden="true" />
    </IconButton>
  );
}
