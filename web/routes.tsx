import type { RouteObject, StaticHandlerContext } from 'react-router';
import { appError } from '#contract/errors.ts';
import { type Access, loaderOf, type Page, type PageModule, shellLoader } from './data/page.ts';
import { AppShell } from './shell/app-shell.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Root } from './shell/root.tsx';

const modules = import.meta.glob<PageModule>('./pages/*.tsx');

const loaded = new Map<string, Page>();

/** What a matched route tells the rest: its file in the build's manifest. */
export interface RouteHandle {
  file: string;
}

/** The page behind a matched route; undefined until its module is there, and for routes that are no page. */
export function pageOf(handle: unknown): Page | undefined {
  return loaded.get((handle as RouteHandle | undefined)?.file ?? '');
}

/** A screen: its address, the module in web/pages and who may see it. The module is fetched when someone goes there. */
function page(path: string, name: string, access: Access = 'anyone'): RouteObject {
  const file = `web/pages/${name}.tsx`;
  const handle: RouteHandle = { file };
  const lazy = async () => {
    const load = modules[`./pages/${name}.tsx`];
    if (!load) throw new Error(`${file} does not exist`);
    const module = await load();
    loaded.set(file, module.page);
    return { Component: module.Component, loader: loaderOf(module.page, access) };
  };
  const common = { id: path, ErrorBoundary: ErrorPage, handle, lazy };
  return path === '/' ? { ...common, index: true } : { ...common, path: path.slice(1) };
}

/** Pages inside the side navigation. */
const appPages = (signedIn: boolean): RouteObject[] => [
  // A signed-in person who opens /auth sees the home view.
  ...(signedIn ? [page('/', 'home-page'), page('/auth', 'home-page')] : []),
  page('/home', 'home-page', 'user'),
  page('/browse-tip-pools', 'feed-page'),
  page('/browse-tippools', 'feed-page'),
  page('/creator/:username', 'creator-page'),
  page('/create', 'create-pool-page', 'user'),
  page('/create-pool', 'create-pool-page', 'user'),
  page('/pool/create', 'create-pool-page', 'user'),
  page('/pool/:slug', 'pool-page'),
  page('/tip-pool/:titleWithHash', 'pool-page'),
  page('/tip-pool/:creatorUsername/:poolSlug', 'pool-page'),
  page('/tip-pool/:creatorUsername/:poolSlug/:poolId', 'pool-page'),
  page('/dashboard', 'dashboard-page', 'creator'),
  page('/my-account', 'account-page', 'user'),
  page('/become-creator', 'become-creator-page'),
  page('/admin', 'admin-page', 'admin'),
  page('/admin/pools', 'admin-pools-page', 'admin'),
  page('/admin/verifications', 'admin-verifications-page', 'admin'),
  page('/admin/content-claims', 'admin-content-claims-page', 'admin'),
  page('/admin/reports', 'admin-reports-page', 'admin'),
  page('/payment/success', 'payment-success-page'),
  page('/payment/declined', 'payment-declined-page'),
  page('/payment/:pledgeId', 'payment-page', 'user'),
  {
    id: '*',
    path: '*',
    ErrorBoundary: ErrorPage,
    loader: () => {
      throw appError('not_found');
    },
  },
];

/** Pages that bring their own frame. */
const barePages = (signedIn: boolean): RouteObject[] => [
  ...(signedIn ? [] : [page('/', 'landing-page'), page('/auth', 'auth-page')]),
  page('/forgot-password', 'forgot-password-page'),
  page('/reset-password', 'reset-password-page'),
  page('/verify-email', 'verify-email-page'),
];

/** The table as far as one address needs it: the router copies what it is given, for each page that is rendered. */
export function matchedRoutes({ matches }: Pick<StaticHandlerContext, 'matches'>): RouteObject[] {
  return matches.reduceRight<RouteObject[]>(
    (children, { route }) => [children.length > 0 ? ({ ...route, children } as RouteObject) : route],
    [],
  );
}

/** Signing in and out reload the page, so the table is fixed for as long as a page lives. */
export function makeRoutes(signedIn: boolean): RouteObject[] {
  return [
    {
      id: 'root',
      path: '/',
      Component: Root,
      ErrorBoundary: ErrorPage,
      children: [
        ...barePages(signedIn),
        {
          id: 'shell',
          Component: AppShell,
          loader: shellLoader,
          shouldRevalidate: () => false,
          children: appPages(signedIn),
        },
      ],
    },
  ];
}
