import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import type { CurrentUser } from '#contract/accounts.ts';
import type { OwnRequest, PageRenderer, SharedDocument } from '#contract/page-renderer.ts';
import { App } from './app.tsx';
import { type Location, ViewContext } from './data/location.tsx';
import { normalizePath, pathOf } from './data/normalize-path.ts';
import { type LeftOut, LeftOutContext, markOf } from './data/own-part.tsx';
import { headOf, openFrame, type PageArgs, readOwn } from './data/page.ts';
import { cachedQueries, makeQueryClient, watchMisses } from './data/query.ts';
import { setServerDeviceChoices } from './data/server-device-choices.ts';
import { currentUser, SiteContext, setUserIn } from './data/session.ts';
import { escapeJson, languageFiles, type PageState, renderDocument } from './document.ts';
import { filesOf, type Opened, openRoute, routesFor } from './routes.tsx';
import { partsLoaded } from './ui/hydration/server-part.tsx';

const memberRoutes = routesFor(true);

/**
 * Stands for every signed-in person while a shared document is rendered: a component that reads anything about them throws, and the
 * document is not shared.
 */
const anyPerson = new Proxy({} as CurrentUser, {
  get(_target, property) {
    throw new Error(`a shared document reads ${String(property)} of the signed-in person`);
  },
});

/** The name of the place for the person's data in the state. */
const ownState = 'state';

/** Splits a document at its marks: texts, and between each two of them the name of what belongs there. */
function splitAtMarks(html: string, token: string): { texts: string[]; places: string[] } {
  const marks = new RegExp(`<template data-own="${token}-(\\d+)"></template>|"${token}-(${ownState})"`);
  const split = html.split(marks);
  const texts = split.filter((_, index) => index % 3 === 0);
  const places = split.flatMap((part, index) => (index % 3 === 0 ? [] : (part ?? [])));
  if (texts.length !== places.length + 1 || texts.some((text) => text.includes(token)))
    throw new Error('a mark of a shared document is not where it belongs');
  return { texts, places };
}

interface Shell {
  opened: Opened & Required<Pick<Opened, 'page'>>;
  args: Omit<PageArgs, 'user'>;
  leftOut: LeftOut;
  /** The data that everyone gets. */
  known: PageState['queries'];
  /** Whether a component of the document looked for data that it did not have. */
  isMissing: ReturnType<typeof watchMisses>;
}

/** Reads the person's data and renders their parts. Returns the text for each place. */
async function fill({ opened, args, leftOut, known, isMissing }: Shell, { call, role }: OwnRequest) {
  const { site } = args;
  const queries = makeQueryClient(call);
  for (const [key, data] of known) queries.setQueryData(key, data);
  await Promise.all([
    queries.fetchQuery(currentUser),
    openFrame(queries, role),
    readOwn(opened.page, { ...args, fetch: (wanted) => queries.fetchQuery(wanted) }, queries),
  ]);
  const shared = new Set<unknown>(known.map(([key]) => key));
  const own = cachedQueries(queries).filter(([key]) => !shared.has(key));
  const misplaced = own.find(([key]) => isMissing(key));
  if (misplaced) throw new Error(`only components made by ownPart may read ${misplaced[0][0]} in a shared document`);
  const idPrefix = crypto.randomUUID();
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <SiteContext value={site}>
        <ViewContext value={opened.view}>
          {markOf(leftOut.token, 0)}
          {leftOut.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order
            <Fragment key={index}>
              {part}
              {markOf(leftOut.token, index + 1)}
            </Fragment>
          ))}
        </ViewContext>
      </SiteContext>
    </QueryClientProvider>,
    { identifierPrefix: idPrefix },
  );
  // The ids of useId depend on a component's place in the page, so they would differ in the browser.
  if (html.includes(idPrefix)) return null;
  // React puts links to pictures before the first mark, where they would not help any more.
  const [, ...parts] = html.split(new RegExp(`<template data-own="${leftOut.token}-\\d+"></template>`));
  const state = own.map((entry) => escapeJson(entry)).join(',');
  return (place: string) => (place === ownState ? state : (parts[Number(place)] ?? ''));
}

/**
 * Renders the document that all signed-in people get at a URL, with the data of a visitor and without their own parts. Returns null if
 * the page must be rendered for each person (decisions/0036).
 */
export const renderShared: PageRenderer['renderShared'] = async (input): Promise<SharedDocument | null> => {
  const { url: requestedUrl, call, site, theme } = input;
  const queries = makeQueryClient(call);
  setServerDeviceChoices(queries, input.choices);
  setUserIn(queries, anyPerson);
  const isMissing = watchMisses(queries);
  const url = new URL(normalizePath(requestedUrl), site.publicUrl);
  const location: Location = { pathname: url.pathname, search: url.search, hash: '', key: 'first' };
  const opened = await openRoute(memberRoutes, { queries, site, shared: true }, location, pathOf(requestedUrl));
  if ('redirect' in opened || opened.view.error !== undefined || !opened.page) return null;

  const { page, view } = opened;
  await partsLoaded();
  const leftOut: LeftOut = { token: crypto.randomUUID(), parts: [] };
  const body = renderToString(
    <LeftOutContext value={leftOut}>
      <App queries={queries} site={site} first={view} router={null} />
    </LeftOutContext>,
  );
  const args = { url, params: view.params, site };
  const known = cachedQueries(queries).filter(([, data]) => data !== anyPerson);
  const files = filesOf(opened);
  const { html, script } = renderDocument({
    head: headOf(page, { ...args, user: anyPerson }, queries),
    site,
    path: url.pathname,
    theme,
    assets: input.assetsOf([...files, ...languageFiles()]),
    files,
    body,
    state: { site, queries: [...known, `${leftOut.token}-${ownState}`], error: null },
  });
  const shell: Shell = { opened: { ...opened, page }, args, leftOut, known, isMissing };
  const { texts, places } = splitAtMarks(html, leftOut.token);
  return {
    texts,
    script,
    async fill(person) {
      const textOf = await fill(shell, person);
      return textOf && places.map(textOf);
    },
  };
};
