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

/** A query with its cache key. The page loader and the component use the same value. */
export interface DataQuery<T> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: QueryFunctionContext<QueryKey>) => Promise<T>;
  /** If it fails, the page is still shown, and the component handles the failure. */
  readonly optional?: true;
  /** Milliseconds after which a new mount fetches again; never by default. */
  readonly staleTime?: number;
  /** Set by `live`. */
  readonly meta?: { readonly isLive: true };
}

// Keyed by query client. The server creates one per request.
const callers = new WeakMap<QueryClient, Caller>();

/** The query of a reading endpoint, with the key [path, input]. */
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

/** Marks a query whose data changes without the person's doing, such as the totals of a pool. freshness.ts keeps it up to date. */
export function live<T>(base: DataQuery<T>): DataQuery<T> {
  return { ...base, meta: { isLive: true } };
}

const hashes = new WeakMap<object, string>();

/** Caches the hash of a key by identity, because most keys are constants shared by all components of a page. */
function hashOf(key: readonly unknown[]): string {
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = hashKey(key);
    hashes.set(key, hash);
  }
  return hash;
}

/** A component that mounts later than this after a failed read sends it again. */
const failureKeptMs = 5000;

/** Creates a query cache: one per page on the server, one per tab in the browser. Specification 9, "Data defaults". */
export function makeQueryClient(caller?: Caller): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // The server drops a cache with its page. Garbage collection timers would only keep it in memory.
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        // The component of a page shows the failure of the page's load instead of repeating it.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > failureKeptMs,
        // Without a network a read fails at once, and navigation does not wait for the network. By default the read would wait.
        networkMode: 'offlineFirst',
        queryKeyHashFn: hashOf,
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
      },
      // Nothing is sent later without the person: by default a pledge made offline would be.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  if (caller) callers.set(client, caller);
  return client;
}

export interface DataOptions {
  /** Keep showing the previous data while the data of a new key loads. */
  keepPrevious?: boolean;
  enabled?: boolean;
}

type DataResult<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

/** A cached query as the state of a page holds it. */
export type CachedQuery = [key: QueryKey, data: unknown];

/** All data in a cache. */
export const cachedQueries = (client: QueryClient): CachedQuery[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey as QueryKey, state.data]);

const misses = new WeakMap<QueryClient, Set<string>>();

/** Server only: remembers the reads of components that find nothing in this cache. Returns whether a key was one of them. */
export function watchMisses(client: QueryClient): (key: QueryKey) => boolean {
  const missed = new Set<string>();
  misses.set(client, missed);
  return (key) => missed.has(hashOf(key));
}

/** Reads the cache directly. The server renders once, so an observer per component would only cost time. */
function useCached<T>(wanted: DataQuery<T>): DataResult<T> {
  const client = useQueryClient();
  const data = client.getQueryData<T>(wanted.queryKey);
  if (data === undefined) misses.get(client)?.add(hashOf(wanted.queryKey));
  const refetch = () => Promise.reject(new Error('nothing is fetched while rendering on the server'));
  return { data, error: null, isPending: data === undefined, isFetching: false, isPlaceholderData: false, refetch };
}

function useObserved<T>(wanted: DataQuery<T>, { keepPrevious, enabled }: DataOptions = {}): DataResult<T> {
  return useQuery<T, Error, T, QueryKey>({
    ...wanted,
    enabled: enabled ?? true,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Reads a query in a component. */
export const useData: <T>(wanted: DataQuery<T>, options?: DataOptions) => DataResult<T> = import.meta.env.SSR
  ? useCached
  : useObserved;

/** Returns a function that invalidates all cached data of the given endpoints. Data on screen is fetched again. */
export function useRefresh(): (...endpoints: AnyEndpoint[]) => Promise<void> {
  const client = useQueryClient();
  return async (...endpoints) => {
    await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })));
  };
}
