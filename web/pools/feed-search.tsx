import { Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { focusSearchBox, setSearchBoxOpen, useSearchBox } from '#web/data/search-box.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { longestSearch } from './feed-address.ts';

/** What is typed: told to the address after a pause, and following it when somebody goes back. */
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
    /** Without the pause: Enter, the cross. */
    sayNow: (next: string) => {
      setText(next);
      say(next.trim());
    },
  };
}

/** Ctrl or Cmd plus K brings the cursor here; pressed again, it is somebody else's. */
function useSearchKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      if (document.activeElement === input.current) return;
      // Behind an open dialog nothing takes the cursor.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      focusSearchBox();
    };
    // Before whoever else listens for it.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [input]);
}

/** Unfolded by its button or key, with the cursor in it; what is searched for stays visible. Answers whether it shows on phones. */
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
  /** Where it leads without a script. */
  action: string;
}

/** The search box at the top of the feed; on phones behind a button of the frame. */
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
            aria-label="Clear the search"
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
