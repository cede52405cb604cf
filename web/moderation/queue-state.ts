import type { AnyEndpoint, CallInput, OutputOf } from '#contract/endpoint.ts';
import { type DataQuery, optional, query } from '#web/data/query.ts';

export type Sort = 'newest' | 'oldest';

/** The filters of an admin list, kept in the address. */
export interface QueueState {
  search: string;
  /** "all" for every status. */
  status: string;
  /** For queues that hold several kinds; empty for every kind. */
  kind: string;
  sort: Sort;
  page: number;
}

/** An admin list: its path and its default filters. */
export interface Queue {
  path: string;
  /** Every status, without "all". */
  statuses: readonly string[];
  status: string;
  sort: Sort;
}

export function queueIn(queue: Queue, params: URLSearchParams): QueueState {
  const page = Number(params.get('page') ?? 1);
  const sort = params.get('sort');
  const status = params.get('status') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 200),
    status: status === 'all' || queue.statuses.includes(status) ? status : queue.status,
    kind: (params.get('kind') ?? '').slice(0, 40),
    sort: sort === 'newest' || sort === 'oldest' ? sort : queue.sort,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** The address of the list with some filters changed. Any change except of the page returns to page 1. */
export function queueHref(queue: Queue, state: QueueState, part: Partial<QueueState>): string {
  const next = { ...state, page: 1, ...part };
  const params = new URLSearchParams();
  if (next.search) params.set('search', next.search);
  if (next.status !== queue.status) params.set('status', next.status);
  if (next.kind) params.set('kind', next.kind);
  if (next.sort !== queue.sort) params.set('sort', next.sort);
  if (next.page > 1) params.set('page', String(next.page));
  const text = params.toString();
  return text ? `${queue.path}?${text}` : queue.path;
}

/** The query of a list, shared by the loader and the component. */
export function queueQuery<E extends AnyEndpoint>(
  endpoint: E,
  { search, status, kind, sort, page }: QueueState,
): DataQuery<OutputOf<E>> {
  const some = { search: search || undefined, kind: kind || undefined };
  const asked = { ...some, status: status === 'all' ? undefined : status, sort, page };
  return optional(query(endpoint, ...([{ query: asked }] as unknown as [CallInput<E>])));
}
