import { MessageCircle } from 'lucide-react';
import { type ComponentProps, useEffect } from 'react';
import { t } from '#contract/language/text.ts';
import { isChatHash, setChatOpen, useChatOpen } from '#web/data/chat-panel-state.ts';
import { useLocation } from '#web/data/location.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const loadPanel = () => import('#web/chat/chat-panel.tsx').then((module) => module.ChatPanel);
function WaitingPanel() {
  return <aside className="chat-panel" aria-label={t`Chat`} aria-busy="true" />;
}

const ChatPanel = lazyComponent(loadPanel, {
  browserOnly: true,
  waiting: <WaitingPanel />,
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
        // In the page margin, where it covers nothing at any width.
        <div className="fixed end-0 top-1/2 z-15 -translate-y-1/2 max-md:hidden">
          <button
            type="button"
            className="chat-fab flex min-h-26 w-7 flex-col-reverse items-center justify-center gap-2 rounded-s-md bg-ink py-3 font-[650] text-paper shadow-float hover:bg-[color-mix(in_oklab,var(--ink),var(--paper)_16%)] focus-visible:-outline-offset-5 focus-visible:outline-paper pointer-coarse:w-11"
            aria-expanded={false}
            onPointerEnter={() => prefetch(loadPanel)}
            onClick={() => setChatOpen(true)}
          >
            <MessageCircle aria-hidden="true" className="size-4.5" />
            {/* On the text, because WebKit ignores the writing mode of a button. Rotated by 180 degrees, it reads upwards. */}
            <span className="rotate-180 [&:lang(ja)]:rotate-0 [writing-mode:vertical-rl]">{t`Chat`}</span>
          </button>
        </div>
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
                .find((button) => button.offsetParent !== null)
                ?.focus(),
            );
          }}
        />
      ) : null}
    </>
  );
}
