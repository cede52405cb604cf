import { renderToString } from 'react-dom/server';
import { App } from '#web/app.tsx';
import { makeQueryClient } from '#web/data/query.ts';
import { userIn } from '#web/data/session.ts';
import type { PageState } from '#web/document.ts';
import { openRoute, routesFor } from '#web/routes.tsx';

/**
 * Prepares a page so that only React's work remains: its data is in the cache, and its route is loaded. Returns a function that calls
 * renderToString on the finished tree.
 */
export async function prepare(path: string, state: PageState): Promise<() => string> {
  const { site } = state;
  const queries = makeQueryClient(() =>
    Promise.reject(new Error(`${path} reads data that its state does not contain`)),
  );
  for (const [key, data] of state.queries) queries.setQueryData(key, data);
  const { pathname, search } = new URL(path, site.publicUrl);
  const routes = routesFor(userIn(queries) !== null);
  const opened = await openRoute(routes, { queries, site }, { pathname, search, hash: '', key: 'first' });
  if ('redirect' in opened) throw new Error(`${path} redirects`);
  return () => renderToString(<App queries={queries} site={site} first={opened.view} router={null} />);
}
