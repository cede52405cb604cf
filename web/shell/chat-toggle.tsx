import { MessageCircle } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { isPoolPath } from '#contract/pool-path.ts';
import { setChatOpen, useChatOpen } from '#web/data/chat-panel-state.ts';
import { useLocation } from '#web/data/location.tsx';
import { IconButton } from '#web/ui/button.tsx';

const feeds: readonly string[] = ['/', paths.home, paths.auth, paths.feed, paths.feedAlias];

/** Pages with a chat beside them: the feed and the pools. */
const hasChat = (path: string) => feeds.includes(path) || isPoolPath(path);

/** The way to the page's chat on phones, in the bar above the page. */
export function ChatToggle() {
  const { pathname } = useLocation();
  const open = useChatOpen();
  if (!hasChat(pathname)) return null;
  return (
    <IconButton label="Chat" className="chat-tab" aria-expanded={open} onClick={() => setChatOpen(!open)}>
      <MessageCircle aria-hidden="true" />
    </IconButton>
  );
}
