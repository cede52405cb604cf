import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { currentLanguage, type Message, textOf } from '#contract/language/text.ts';
import { guardPath } from '#contract/paths.ts';
import type { Site } from '#contract/site.ts';
import { asAppError } from './failures.ts';
import type { Head } from './head.ts';
import { saveOriginalPage } from './original-page.ts';
import type { DataQuery, QueryKey } from './query.ts';
import { currentUser, myApplication, userIn } from './session.ts';

export type Access = 'anyone' | 'user' | 'creator' | 'admin';

export interface PageArgs {
  params: Record<string, string | undefined>;
  url: URL;
  user: CurrentUser | null;
  site: Site;
}

export interface HeadArgs extends PageArgs {
  /** The cached result of a query; undefined if there is none, such as after an optional query failed. */
  read: <T>(query: DataQuery<T>) => T | undefined;
}

export interface LoadArgs extends PageArgs {
  /**
   * Runs a query that a redirect or a later query depends on. Returns cached data at once, even if it is stale: the component that shows
   * it fetches it again.
   */
  fetch: <T>(query: DataQuery<T>) => Promise<T>;
}

interface PageData {
  /**
   * Queries that run in parallel before the page is shown. The server waits for all of them. The browser waits briefly, then shows
   * skeletons.
   */
  queries?: (args: PageArgs) => readonly DataQuery<unknown>[];
  /** Queries about the signed-in person. */
  own?: (args: Pick<PageArgs, 'params' | 'url'>) => readonly DataQuery<unknown>[];
  /**
   * Whether the server may render this URL once for all signed-in people, with `load` and `queries` read as a visitor, and add only the
   * person's parts to each response. Components made by `ownPart` must then be the only ones that read anything about the person.
   */
  isShared?: (url: URL) => boolean;
  /** On the server: runs reads about the signed-in person that depend on each other. The page works without them. */
  loadOwn?: (args: Omit<LoadArgs, 'user'>) => Promise<unknown>;
  /** The canonical path of the page, for pages with several paths. Undefined keeps the requested path. */
  canonicalPath?: (args: LoadArgs) => Promise<string | undefined>;
  /** Runs reads that depend on each other. A returned path becomes a 302 redirect. */
  load?: (args: LoadArgs) => Promise<string | undefined>;
}

/** The head of a page that is the same at every address. Each request and each tab has its own language. */
interface StaticHead extends Omit<Head, 'title' | 'description'> {
  title: Message;
  description: Message;
}

export type Page = PageData & (StaticHead | { head: (args: HeadArgs) => Head });

/** The exports of a module in web/pages. */
export interface PageModule {
  page: Page;
  Component: () => ReactNode;
}

/**
 * Declares a page. Register the module in web/routes.tsx. A module in web/pages looks like this:
 *
 * ```tsx
 * const poolOf = (slug = '') => query(getPool, { params: { id: slug } });
 * const commentsOf = (slug = '') => optional(query(listComments, { params: { id: slug } }));
 *
 * export const page = definePage({
 *   head: ({ params, read }) => headOfPool(read(poolOf(params.slug))), // or title and description
 *   queries: ({ params }) => [poolOf(params.slug), commentsOf(params.slug)],
 * });
 *
 * export function Component() {
 *   const { slug } = useParams();
 *   const comments = useData(commentsOf(slug)); // the same query: its data is already cached
 *   return <Loaded of={comments} loading={<…skeletons />} failed={t`We couldn’t load the comments`}>{(data) => …}</Loaded>;
 * }
 * ```
 *
 * If a query fails, the page fails with the status of its error (404 shows "Page Not Found"), unless the query is `optional`.
 */
export function definePage(page: Page): Page {
  return page;
}

export interface AppContext {
  queries: QueryClient;
  site: Site;
  /** Whether the page is rendered for all signed-in people, without anything about the person. */
  shared?: boolean;
}

/** The head of a page, from the data that its queries have read. */
export function headOf(page: Page, args: PageArgs, queries: QueryClient): Head {
  if (!('head' in page)) return { ...page, title: textOf(page.title), description: textOf(page.description) };
  return page.head({ ...args, read: (wanted) => queries.getQueryData(wanted.queryKey) });
}

// Long enough for most answers to arrive before a skeleton would flash, short enough to feel immediate.
const skeletonAfterMs = 160;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the queries whose data is missing or stale. A page keeps its stale data after a temporary failure. */
async function readQueries(queries: QueryClient, wanted: readonly DataQuery<unknown>[]): Promise<void> {
  const reads = wanted.map(async (one) => {
    try {
      await queries.fetchQuery<unknown, Error, unknown, QueryKey>(one);
    } catch (error) {
      const { status } = asAppError(error);
      const isTemporary = status === 429 || status >= 500;
      const isCached = queries.getQueryData(one.queryKey) !== undefined;
      if (!one.optional && !(isTemporary && isCached)) throw error;
    }
  });
  await Promise.all(reads);
}

/** Server only: reads everything about the signed-in person that a page shows. */
export async function readOwn(page: Page, args: Omit<LoadArgs, 'user'>, queries: QueryClient): Promise<void> {
  const load = page.loadOwn?.(args).catch(() => undefined);
  await Promise.all([load, readQueries(queries, page.own?.(args) ?? [])]);
}

async function readAll(page: Page, args: LoadArgs, { queries, shared }: AppContext): Promise<void> {
  const own = args.user && !(import.meta.env.SSR && shared) ? page.own?.(args) : undefined;
  if (import.meta.env.SSR && own) await page.loadOwn?.(args).catch(() => undefined);
  const all = readQueries(queries, [...(page.queries?.(args) ?? []), ...(own ?? [])]);
  if (import.meta.env.SSR) await all;
  else await Promise.race([all, pause(skeletonAfterMs)]);
  // The component that reads a query shows its later failure.
  all.catch(() => undefined);
}

/** The path to redirect to if the person may not see the page (specification 2, route guard). */
function guard(access: Access, user: CurrentUser | null, { url, hash }: PageTarget): string | undefined {
  if (access === 'anyone') return undefined;
  if (!user) {
    const path = url.pathname + url.search + hash;
    saveOriginalPage(path);
    return guardPath(path);
  }
  const allowed = access === 'user' || user.role === 'admin' || (access === 'creator' && user.role === 'creator');
  return allowed ? undefined : '/';
}

/** A redirect to another path. */
export interface Redirect {
  redirect: string;
  status: 301 | 302;
  /** Leaves the language of the address, because pages of signed-in people are in their own. */
  ownLanguage?: true;
}

/** A request that matched a page. */
export interface PageTarget extends Pick<PageArgs, 'params' | 'url'> {
  /** The requested path; `url` has the page's canonical spelling. */
  requestedPath: string;
  /** With the hash sign; always empty on the server. */
  hash: string;
}

/** The only place that decides canonical redirects: a request for an existing page under another path gets a 301. */
function canonicalRedirect({ requestedPath, url, hash }: PageTarget, path = url.pathname): Redirect | undefined {
  return path === requestedPath ? undefined : { redirect: path + url.search + hash, status: 301 };
}

/** Prepares a page: access check, canonical path, then data. Throws the error of a failed query; errors never redirect. */
export async function openPage(
  page: Page,
  access: Access,
  context: AppContext,
  target: PageTarget,
): Promise<Redirect | undefined> {
  const { queries, site, shared } = context;
  let user = userIn(queries);
  const { params, url } = target;
  if (import.meta.env.SSR && shared && !page.isShared?.(url)) throw new Error('this page is rendered for each person');
  let guarded = guard(access, user, target);
  if (guarded && user && !import.meta.env.SSR) {
    // The role may have changed since this tab read it, for example because an admin has just approved the creator.
    user = await queries.fetchQuery({ ...currentUser, staleTime: 0 }).catch(() => user);
    guarded = guard(access, user, target);
  }
  if (guarded) return { redirect: guarded, status: 302 };
  if (access !== 'anyone' && currentLanguage()?.prefix) {
    return { redirect: url.pathname + url.search + target.hash, status: 302, ownLanguage: true };
  }
  const args: PageArgs = { params, url, user, site };
  const loadArgs: LoadArgs = { ...args, fetch: (wanted) => queries.ensureQueryData(wanted) };
  const canonicalPath = await page.canonicalPath?.(loadArgs);
  // Redirect before the other reads, whose results it would discard.
  const moved = canonicalPath === undefined ? undefined : canonicalRedirect(target, canonicalPath);
  if (moved) return moved;
  const redirect = await page.load?.(loadArgs);
  if (redirect !== undefined) return { redirect, status: 302 };
  await readAll(page, loadArgs, context);
  return canonicalRedirect(target, canonicalPath);
}

/** Loads the data of the app shell: the application status for the "Become a Creator" badge. */
export async function openFrame(queries: QueryClient, role = userIn(queries)?.role): Promise<void> {
  if (role === 'user') await queries.prefetchQuery<unknown, Error, unknown, QueryKey>(myApplication);
}
