import { useRef, useState } from 'react';
import type { AnyEndpoint, CallInput } from '#contract/endpoint.ts';
import { call } from '#web/data/call.ts';
import { toastError } from '#web/ui/toast.tsx';
import { inputOf, type ListPage, type ListState } from './list-state.ts';

/** The most rows of one bulk action. Each row is one call, and a person may make 1,200 calls a minute. */
export const selectionMax = 500;
/** Pages that are fetched at the same time. */
const atOnce = 5;

interface Identified {
  id: string;
}

/** Reads the rows that match the list's search and filters, in its order, up to `selectionMax`. */
async function readMatches<Row extends Identified>(
  endpoint: AnyEndpoint,
  state: ListState,
  { totalCount, pageSize }: ListPage<Row>['pagination'],
): Promise<Row[]> {
  const pages = Math.ceil(Math.min(totalCount, selectionMax) / pageSize);
  // Rows that move to another page in the meantime are read twice or missed.
  const rows = new Map<string, Row>();
  for (let first = 1; first <= pages; first += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, pages - first + 1) }, (_, index) => first + index);
    const read = async (page: number) => {
      const input = { query: { ...inputOf(state), page } } as unknown as CallInput<AnyEndpoint>;
      return (await call(endpoint, input)) as ListPage<Row>;
    };
    for (const { items } of await Promise.all(numbers.map(read))) for (const row of items) rows.set(row.id, row);
  }
  return [...rows.values()].slice(0, selectionMax);
}

interface Matches<Row> {
  endpoint: AnyEndpoint;
  state: ListState;
  onRows: (rows: readonly Row[]) => void;
}

/** Selects every matching row, including those of other pages. */
export function useSelectMatches<Row extends Identified>({ endpoint, state, onRows }: Matches<Row>) {
  const [isSelecting, setSelecting] = useState(false);
  const asked = JSON.stringify([state.search, state.filters]);
  const latest = useRef(asked);
  latest.current = asked;
  const selectMatches = async (pagination: ListPage<Row>['pagination']) => {
    setSelecting(true);
    try {
      const rows = await readMatches<Row>(endpoint, state, pagination);
      // The rows of a filter that has changed since must not join the selection.
      if (latest.current === asked) onRows(rows);
    } catch (error) {
      toastError(error);
    }
    setSelecting(false);
  };
  return { isSelecting, selectMatches };
}
