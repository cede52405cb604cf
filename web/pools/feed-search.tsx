import { Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { focusSearchBox, setSearchBoxOpen, useSearchBox } from '#web/data/search-box.ts';
import { useSearchText } from '#web/data/use-search-text.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { longestSearch } from './feed-address.ts';

/** Ctrl or Cmd plus K focuses the search field. A second press reaches the browser's own shortcut. */
function useSearchKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      if (document.activeElement === input.current) return;
      // The focus stays within an open dialog.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      focusSearchBox();
    };
    // Capture phase: runs before all other listeners for this shortcut.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [input]);
}

/**
 * Opens and focuses the search field when its button or shortcut is pressed. An active search keeps it open.
 * Returns whether the field is visible on phones.
 */
function useUnfolding(input: { readonly current: HTMLInputElement | null }, search: string, onFold: () => void) {
  const { open, focusRequests } = useSearchBox();
  const seen = useRef({ focusRequests, open });
  const fold = useRef(onFold);
  fold.current = onFold;
  useLayoutEffect(() => {
    if (focusRequests === seen.current.focusRequests) return;
    seen.current.focusRequests = focusRequests;
    input.current?.focus();
    input.current?.select();
  }, [focusRequests, input]);
  useEffect(() => {
    if (seen.current.open && !open) fold.current();
    seen.current.open = open;
  }, [open]);
  useEffect(() => {
    if (search !== '') setSearchBoxOpen(true);
  }, [search]);
  useEffect(() => () => setSearchBoxOpen(false), []);
  return open || search !== '';
}

function KeyHint() {
  const here = useHydrated();
  const apple = here && /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <span
      className="pointer-events-none absolute end-2.5 rounded-sm bg-sunken px-2 py-0.5 text-xs leading-[1.4] font-semibold text-muted max-md:hidden"
      aria-hidden="true"
    >
      {apple ? '⌘ K' : t`Ctrl K`}
    </span>
  );
}

export interface FeedSearchProps {
  search: string;
  onSearch: (search: string) => void;
  /** The form's action, for browsers without JavaScript. */
  action: string;
}

/** The search box at the top of the feed. On phones, a button in the page header opens it. */
export function FeedSearch({ search, onSearch, action }: FeedSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const { text, setText, searchNow } = useSearchText({ search, onSearch, debounceMs: limits.feedSearchDebounceMs });
  useSearchKey(input);
  const unfolded = useUnfolding(input, search, () => searchNow(''));
  return (
    // Without scripts nothing could open the field on a phone, so it stays visible.
    <search className={`min-w-0 flex-1 ${unfolded ? 'max-md:mb-4' : 'max-md:not-noscript:hidden'}`}>
      <form
        className="relative flex items-center"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        <Search aria-hidden="true" className="pointer-events-none absolute start-3.5 size-4.5 text-muted" />
        <input
          ref={input}
          className="input ps-10 pe-20 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
          type="search"
          dir="auto"
          name="search"
          aria-label={t`Search tip pools`}
          aria-keyshortcuts="Control+K Meta+K"
          placeholder={t`Search pools and creators`}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestSearch}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text === '' ? (
          <KeyHint />
        ) : (
          <button
            type="button"
            className="icon-btn absolute end-0"
            aria-label={t`Clear search`}
            onClick={() => {
              searchNow('');
              input.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </form>
    </search>
  );
}
