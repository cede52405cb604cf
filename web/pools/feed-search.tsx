import { Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { focusSearchBox, setSearchBoxOpen, useSearchBox } from '#web/data/search-box.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { longestSearch } from './feed-address.ts';

/** The text of the search field. It updates the URL after a debounce, and follows the URL when the user navigates back. */
function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const told = useRef(search);
  const tell = useRef(onSearch);
  tell.current = onSearch;
  useEffect(() => {
    if (search === told.current) return;
    told.current = search;
    setText(search);
  }, [search]);
  const say = (next: string) => {
    if (next === told.current) return;
    told.current = next;
    tell.current(next);
  };
  const latest = useRef(say);
  latest.current = say;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text.trim()), limits.feedSearchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    text,
    setText,
    /** Searches without the debounce, for Enter and the clear button. */
    sayNow: (next: string) => {
      setText(next);
      say(next.trim());
    },
  };
}

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
    <span className="feed-key" aria-hidden="true">
      {apple ? '⌘ K' : 'Ctrl K'}
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
  const { text, setText, sayNow } = useSearchText(search, onSearch);
  useSearchKey(input);
  const unfolded = useUnfolding(input, search, () => sayNow(''));
  return (
    <search className="feed-search" data-open={unfolded || undefined}>
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          sayNow(text);
        }}
      >
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          name="search"
          aria-label="Search tip pools"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search pools and creators"
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
            className="icon-btn"
            aria-label="Clear search"
            onClick={() => {
              sayNow('');
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
