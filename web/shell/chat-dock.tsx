import { MessageCircle } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { isChatHash, setChatOpen, useChatOpen } from '#web/data/chat-panel-state.ts';
import { useLocation } from '#web/data/location.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const loadPanel = () => import('#web/chat/chat-panel.tsx').then((module) => module.ChatPanel);
const ChatPanel = lazyComponent(loadPanel, {
  browserOnly: true,
  waiting: <aside className="chat-panel" aria-label="Chat" aria-busy="true" />,
});

/** The chat button of a page and the panel that it opens. The panel's code loads on first use. */
export function ChatDock({ place }: Pick<ComponentProps<typeof ChatPanel>, 'place'>) {
  const open = useChatOpen();
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation to a chat link opens the panel
  useEffect(() => {
    if (isChatHash(hash)) setChatOpen(true);
  }, [hash, key]);
  return (
    <>
      {open ? null : (
        <button
          type="button"
          className="chat-fab"
          aria-expanded={false}
          onPointerEnter={() => prefetch(loadPanel)}
          onClick={() => setChatOpen(true)}
        >
          <MessageCircle aria-hidden="true" />
          <span>Chat</span>
        </button>
      )}
      {open ? (
        <ChatPanel
          place={place}
          // The person may have gone on typing elsewhere, so the focus stays.
          onLoadFailure={() => setChatOpen(false)}
          onClose={() => {
            setChatOpen(false);
            requestAnimationFrame(() =>
              [...document.querySelectorAll<HTMLElement>('.chat-fab, .chat-tab')]
                .find((button) => button.offsetParent !== null || getComputedStyle(button).position === 'fixed')
                ?.focus(),
            );
          }}
        />
      ) : null}
    </>
  );
}
