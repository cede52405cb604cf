import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { guardPath } from '#contract/paths.ts';
import type { Site } from '#contract/site.ts';
import type { Head } from './head.ts';
import { saveOriginalPage } from './original-page.ts';
import type { DataQuery, QueryKey } from './query.ts';
import { myApplication, userIn } from './session.ts';

export type Access = 'anyone' | 'user' | 'creator' | 'admin';

export interface PageArgs {
  params: Record<string, string | undefined>;
  url: URL;
  user: CurrentUser | null;
  site: Site;
}

export interface HeadArgs extends PageArgs {
  /** What the loader has read; undefined where it has not (an optional query that failed). */
  read: <T>(query: DataQuery<T>) => T | undefined;
}

export interface LoadArgs extends PageArgs {
  /** Reads now, for what a redirect or a later query depends on. */
  fetch: <T>(query: DataQuery<T>) => Promise<T>;
}

interface PageData {
  /** Read together before the page is shown: on the server always, in the browser for a moment (then skeletons). */
  queries?: (args: PageArgs) => readonly DataQuery<unknown>[];
  /** The canonical path of what the page shows, for pages that several paths lead to. Undefined leaves the path as it is. */
  canonicalPath?: (args: LoadArgs) => Promise<string | undefined>;
  /** For reads that depend on each other, and for temporary redirects: a returned path becomes a 302. */
  load?: (args: LoadArgs) => Promise<string | undefined>;
}

export type Page = PageData & (Head | { head: (args: HeadArgs) => Head });

/** What a module in web/pages exports. */
export interface PageModule {
  page: Page;
  Component: () => ReactNode;
}

/**
 * Declares a page. A module in web/pages, entered in web/routes.tsx, looks like this:
 *
 * ```tsx
 * const poolOf = (slug = '') => query(getPool, { params: { id: slug } });
 * const commentsOf = (slug = '') => optional(query(listComments, { params: { id: slug } }));
 *
 * export const page = definePage({
 *   head: ({ params, read }) => ({ title: read(poolOf(params.slug))?.title ?? 'Tip pool' }), // or title and description
 *   queries: ({ params }) => [poolOf(params.slug), commentsOf(params.slug)],
 * });
 *
 * export function Component() {
 *   const { slug } = useParams();
 *   const comments = useData(commentsOf(slug)); // the same query: its answer is already there
 *   return <Loaded of={comments} loading={<…skeletons />} failed="Comments could not be loaded">{(data) => …}</Loaded>;
 * }
 * ```
 *
 * A query that fails fails the page, with the status of its error (404 shows "Page Not Found"), unless it is `optional`.
 */
export function definePage(page: Page): Page {
  return page;
}

export interface AppContext {
  queries: QueryClient;
  site: Site;
}

/** What the head of a page says, from the data that its loader has read. */
export function headOf(page: Page, args: PageArgs, queries: QueryClient): Head {
  if (!('head' in page)) return page;
  return page.head({ ...args, read: (wanted) => queries.getQueryData(wanted.queryKey) });
}

// Long enough for most answers to arrive before a skeleton would flash, short enough to feel immediate.
const skeletonAfterMs = 160;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readAll(page: Page, args: PageArgs, queries: QueryClient): Promise<void> {
  const reads = (page.queries?.(args) ?? []).map(async (wanted) => {
    const read = queries.fetchQuery<unknown, Error, unknown, QueryKey>(wanted);
    await (wanted.optional ? read.catch(() => undefined) : read);
  });
  const all = Promise.all(reads);
  if (import.meta.env.SSR) await all;
  else await Promise.race([all, pause(skeletonAfterMs)]);
  // What fails later is shown by the component that reads it.
  all.catch(() => undefined);
}

/** The path for people who may not see a page (specification 2, route guard). */
function guard(access: Access, user: CurrentUser | null, url: URL): string | undefined {
  if (access === 'anyone') return undefined;
  if (!user) {
    saveOriginalPage(url.pathname + url.search);
    return guardPath(url.pathname + url.search);
  }
  const allowed = access === 'user' || user.role === 'admin' || (access === 'creator' && user.role === 'creator');
  return allowed ? undefined : '/';
}

/** Another path to go to instead of the page. */
export interface Redirect {
  redirect: string;
  status: 301 | 302;
}

/** What a visitor asked for, matched to a page. */
export interface PageTarget extends Pick<PageArgs, 'params' | 'url'> {
  /** The path as the visitor asked for it; `url` has the page's own spelling. */
  askedPath: string;
  /** With its hash sign; the server knows none. */
  hash: string;
}

/** The only place that decides canonical redirects: an existing page that was asked for under another path moves, with a 301. */
function canonicalRedirect({ askedPath, url, hash }: PageTarget, path = url.pathname): Redirect | undefined {
  return path === askedPath ? undefined : { redirect: path + url.search + hash, status: 301 };
}

/** Makes a page ready to be shown: guard, canonical path, then data. Throws what the page fails with; errors never redirect. */
export async function openPage(
  page: Page,
  access: Access,
  { queries, site }: AppContext,
  target: PageTarget,
): Promise<Redirect | undefined> {
  const user = userIn(queries);
  const { params, url } = target;
  const guarded = guard(access, user, url);
  if (guarded) return { redirect: guarded, status: 302 };
  const args: PageArgs = { params, url, user, site };
  const loadArgs: LoadArgs = { ...args, fetch: (wanted) => queries.fetchQuery(wanted) };
  const canonicalPath = await page.canonicalPath?.(loadArgs);
  // Known before the other reads, which a redirect would waste.
  const moved = canonicalPath === undefined ? undefined : canonicalRedirect(target, canonicalPath);
  if (moved) return moved;
  const redirect = await page.load?.(loadArgs);
  if (redirect !== undefined) return { redirect, status: 302 };
  await readAll(page, args, queries);
  return canonicalRedirect(target, canonicalPath);
}

/** What the frame of all main screens reads before it is first shown: the badge at "Become a Creator". */
export async function openFrame({ queries }: AppContext): Promise<void> {
  if (userIn(queries)?.role === 'user') await queries.prefetchQuery<unknown, Error, unknown, QueryKey>(myApplication);
}
