import { ArrowDownUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { pagination } from '#contract/pools.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { type DataQuery, useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { type Queue, type QueueState, queueHref, queueIn } from './queue-state.ts';

const searchAfterMs = 300;

/** The list's filters, read from the address. */
export function useQueue(queue: Queue): QueueState {
  return queueIn(queue, useSearch());
}

/** A debounced search field; Enter searches immediately. */
function SearchBox({ queue, state, label }: { queue: Queue; state: QueueState; label: string }) {
  const { key } = useLocation();
  const [text, setText] = useState(state.search);
  // Follows the browser's back and forward buttons, and a search cleared elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation resets the field to the address
  useEffect(() => setText((typed) => (typed.trim() === state.search ? typed : state.search)), [key]);
  const go = (search: string) => {
    if (search !== state.search) navigate(queueHref(queue, state, { search }), { replace: true, keepScroll: true });
  };
  useEffect(() => {
    const timer = setTimeout(() => go(text.trim()), searchAfterMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className="min-w-0 flex-1 basis-64">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(text.trim());
        }}
      >
        <SearchField label={label} maxLength={200} value={text} onText={setText} />
      </form>
    </search>
  );
}

export interface QueueToolsProps {
  queue: Queue;
  state: QueueState;
  searchLabel: string;
  /** Further filters, between the search and the order button. */
  children?: ReactNode;
}

/** The search, filters and order button above a list. */
export function QueueTools({ queue, state, searchLabel, children }: QueueToolsProps) {
  const other = state.sort === 'newest' ? 'oldest' : 'newest';
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      <SearchBox queue={queue} state={state} label={searchLabel} />
      {children}
      <Button
        icon={<ArrowDownUp aria-hidden="true" />}
        aria-label={`Order: ${state.sort} first. Change to ${other} first`}
        onClick={() => navigate(queueHref(queue, state, { sort: other }), { replace: true, keepScroll: true })}
      >
        {state.sort === 'newest' ? 'Newest first' : 'Oldest first'}
      </Button>
    </div>
  );
}

/** The response of every admin list. */
export interface Page<T> {
  items: T[];
  pagination: z.infer<typeof pagination>;
}

export interface QueueListProps<T> {
  queue: Queue;
  state: QueueState;
  wanted: DataQuery<Page<T>>;
  loading: ReactNode;
  failed: string;
  empty: { title: string; text: string };
  children: (items: T[], busy: boolean) => ReactNode;
}

/** The rows of a queue (loading, failed, empty or loaded), with pagination. */
export function QueueList<T>({ queue, state, wanted, loading, failed, empty, children }: QueueListProps<T>) {
  const list = useData(wanted, { keepPrevious: true });
  const filtered = state.search !== '' || state.page > 1;
  const cleared = queueHref(queue, state, { search: '' });
  return (
    <Loaded
      of={list}
      loading={loading}
      failed={failed}
      empty={(data) =>
        data.items.length === 0 && (
          <div className="card">
            <EmptyState
              title={filtered ? 'No matches' : empty.title}
              actions={
                filtered ? <Button onClick={() => navigate(cleared, { keepScroll: true })}>Clear search</Button> : null
              }
            >
              {filtered ? 'Try another search or another state.' : empty.text}
            </EmptyState>
          </div>
        )
      }
    >
      {(data) => (
        <>
          {children(data.items, list.isPlaceholderData)}
          <div className="mt-6">
            <Pagination {...data.pagination} hrefOf={(page) => queueHref(queue, state, { page })} />
          </div>
        </>
      )}
    </Loaded>
  );
}
