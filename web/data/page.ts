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
  /** For what `queries` cannot say: reads that depend on each other, redirects. A path becomes a 302, `moved` a 301. */
  load?: (args: LoadArgs) => Promise<string | { moved: string } | undefined>;
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

/** Where someone without the right to see a page goes instead (specification 2, route guard). */
function guard(access: Access, user: CurrentUser | null, url: URL): string | undefined {
  if (access === 'anyone') return undefined;
  if (!user) {
    saveOriginalPage(url.pathname + url.search);
    return guardPath(url.pathname + url.search);
  }
  const allowed = access === 'user' || user.role === 'admin' || (access === 'creator' && user.role === 'creator');
  return allowed ? undefined : '/';
}

/** Where to go instead of a page. */
export interface Redirect {
  redirect: string;
  status: 301 | 302;
}

/** Makes a page ready to be shown: guard, then data. Throws what the page fails with. */
export async function openPage(
  page: Page,
  access: Access,
  { queries, site }: AppContext,
  at: Pick<PageArgs, 'params' | 'url'>,
): Promise<Redirect | undefined> {
  const user = userIn(queries);
  const away = guard(access, user, at.url);
  if (away) return { redirect: away, status: 302 };
  const args: PageArgs = { ...at, user, site };
  const target = await page.load?.({ ...args, fetch: (wanted) => queries.fetchQuery(wanted) });
  if (typeof target === 'string') return { redirect: target, status: 302 };
  if (target) return { redirect: target.moved, status: 301 };
  await readAll(page, args, queries);
  return undefined;
}

/** What the frame of all main screens reads before it is first shown: the badge at "Become a Creator". */
export async function openFrame({ queries }: AppContext): Promise<void> {
  if (userIn(queries)?.role === 'user') await queries.prefetchQuery<unknown, Error, unknown, QueryKey>(myApplication);
}
