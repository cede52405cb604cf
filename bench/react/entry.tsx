import { renderToString } from 'react-dom/server';
import { App } from '#web/app.tsx';
import { makeQueryClient } from '#web/data/query.ts';
import { userIn } from '#web/data/session.ts';
import type { PageState } from '#web/document.ts';
import { openScreen, screensFor } from '#web/routes.tsx';

/**
 * A page of ours with everything that is not React's own work done beforehand: its data is in the cache, its screen is matched and
 * loaded. What is left is renderToString of the finished tree.
 */
export async function prepare(path: string, state: PageState): Promise<() => string> {
  const queries = makeQueryClient(() => Promise.reject(new Error(`${path} reads what its state does not hold`)));
  for (const [key, data] of state.queries) queries.setQueryData(key, data);
  const { pathname, search } = new URL(path, state.site.publicUrl);
  const location = { pathname, search, hash: '', key: 'first' };
  const opened = await openScreen(screensFor(userIn(queries) !== null), { queries, site: state.site }, location);
  if ('redirect' in opened) throw new Error(`${path} leads elsewhere`);
  return () => renderToString(<App queries={queries} site={state.site} first={opened.view} router={null} />);
}
