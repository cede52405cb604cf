import {
  hashKey,
  keepPreviousData,
  QueryClient,
  type QueryFunctionContext,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AnyEndpoint, OutputOf } from '#contract/endpoint.ts';
import { type CallArgs, type Caller, callOverHttp } from './call.ts';
import { loadFailure } from './failures.ts';

export type QueryKey = readonly [path: string, input: unknown];

/** What to read and under which key it is kept; the same value serves the loader and the component. */
export interface DataQuery<T> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: QueryFunctionContext<QueryKey>) => Promise<T>;
  /** The page can be shown without it: a failure is left to the component that reads it. */
  readonly optional?: true;
  /** Read again after so many milliseconds, when somebody comes back to it; never unless told. */
  readonly staleTime?: number;
}

// Keyed by query client, of which the server makes one for each request.
const callers = new WeakMap<QueryClient, Caller>();

/** Options of one GET endpoint; key [path, input]. */
export function query<E extends AnyEndpoint>(endpoint: E, ...[input]: CallArgs<E>): DataQuery<OutputOf<E>> {
  return {
    queryKey: [endpoint.path, input ?? null],
    queryFn: async ({ client, signal }) => {
      try {
        return (await (callers.get(client) ?? callOverHttp)(endpoint, input, { signal })) as OutputOf<E>;
      } catch (error) {
        throw loadFailure(endpoint, error);
      }
    },
  };
}

/** Marks a query whose failure must not fail the page. */
export function optional<T>(base: DataQuery<T>): DataQuery<T> {
  return { ...base, optional: true };
}

const hashes = new WeakMap<object, string>();

/** Most keys are constants that every component of a page asks with. */
function hashOf(key: readonly unknown[]): string {
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = hashKey(key);
    hashes.set(key, hash);
  }
  return hash;
}

/** One cache a page on the server, one a tab in the browser. Specification 9, "Data defaults". */
export function makeQueryClient(caller?: Caller): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // The server forgets a cache with its page: a timer a query would only keep it.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        queryKeyHashFn: hashOf,
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
      },
      mutations: { retry: false },
    },
  });
  if (caller) callers.set(client, caller);
  return client;
}

export interface DataOptions {
  /** Keep showing the last answer while another page of it loads. */
  keepPrevious?: boolean;
  enabled?: boolean;
}

type DataResult<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

/** Rendering on the server happens once and never changes: an observer per component would only cost time there. */
function useCached<T>(wanted: DataQuery<T>): DataResult<T> {
  const data = useQueryClient().getQueryData<T>(wanted.queryKey);
  const refetch = () => Promise.reject(new Error('nothing is fetched while rendering on the server'));
  return { data, error: null, isPending: data === undefined, isFetching: false, isPlaceholderData: false, refetch };
}

function useObserved<T>(wanted: DataQuery<T>, { keepPrevious, enabled }: DataOptions = {}): DataResult<T> {
  return useQuery<T, Error, T, QueryKey>({
    queryKey: wanted.queryKey,
    queryFn: wanted.queryFn,
    enabled: enabled ?? true,
    ...(wanted.staleTime === undefined ? {} : { staleTime: wanted.staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Reads a query in a component. */
export const useData: <T>(wanted: DataQuery<T>, options?: DataOptions) => DataResult<T> = import.meta.env.SSR
  ? useCached
  : useObserved;

/** Marks what endpoints answered as out of date; what is on screen is fetched again. */
export function useRefresh(): (...endpoints: AnyEndpoint[]) => Promise<void> {
  const client = useQueryClient();
  return async (...endpoints) => {
    await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })));
  };
}
