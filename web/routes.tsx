import { paths } from '#contract/paths.ts';
import { ownError } from './data/failures.ts';
import type { Location, View } from './data/location.tsx';
import { bestMatch, canonicalSpelling } from './data/match-path.ts';
import {
  type Access,
  type AppContext,
  openFrame,
  openPage,
  type Page,
  type PageModule,
  type Redirect,
} from './data/page.ts';
import { pageTexts } from './data/tab-language.ts';

const modules = import.meta.glob<PageModule>('./pages/**/*.tsx');

/** A route: its path, its module in web/pages and the people who may see it. */
export interface Route {
  path: string;
  /** The module's path, as the build's manifest names it. */
  file: string;
  access: Access;
  /** Whether the page appears inside the app shell with the side navigation. */
  framed: boolean;
}

const route =
  (framed: boolean) =>
  (path: string, name: string, access: Access = 'anyone') => ({
    path,
    file: `web/pages/${name}.tsx`,
    access,
    framed,
  });
const page = route(true);
const barePage = route(false);

/** The module of "/admin/users" is admin/users-page.tsx. */
const adminScreens = [
  'users',
  'pools',
  'verifications',
  'claims',
  'content-claims',
  'reports',
  'takedowns',
  'performer-records',
  'chat',
  'approvals',
  'audit',
  'money',
  'money/movements',
  'money/held',
  'money/disputes',
  'mails',
  'health',
];

/** Static text pages. The module of "/faq" is faq-page.tsx. */
const staticPages = [
  paths.aboutUs,
  paths.howItWorks,
  paths.forFans,
  paths.forCreators,
  paths.faq,
  paths.developers,
  paths.contactUs,
  paths.termsOfService,
  paths.creatorAgreement,
  paths.privacyPolicy,
  paths.cookiePolicy,
  paths.ccpa,
  paths.copyright,
  paths.trademarkPolicy,
  paths.usc2257,
  paths.transparency,
  paths.moderationReport,
];

/** Pages inside the side navigation. */
const appPages = (signedIn: boolean): Route[] => [
  // A signed-in person who opens /auth sees the home view.
  ...(signedIn ? [page('/', 'home-page'), page('/auth', 'home-page')] : []),
  page('/home', 'home-page', 'user'),
  page('/browse-tip-pools', 'browse-pools-page'),
  page('/browse-tippools', 'browse-pools-page'),
  page('/creators', 'creators-page'),
  page('/creator/:username', 'creator-page'),
  page('/favorites', 'favorites-page', 'user'),
  page('/following', 'following-page', 'user'),
  page('/saved', 'following-page', 'user'),
  page('/create', 'create-pool-page', 'user'),
  page('/create-pool', 'create-pool-page', 'user'),
  page('/pool/create', 'create-pool-page', 'user'),
  page('/pool/:slug', 'pool-page'),
  page('/tip-pool/:titleWithHash', 'pool-page'),
  page('/tip-pool/:creatorUsername/:poolSlug', 'pool-page'),
  page('/tip-pool/:creatorUsername/:poolSlug/:poolId', 'pool-page'),
  page('/dashboard', 'dashboard-page', 'creator'),
  page('/users', 'users-page', 'user'),
  page('/user/:username', 'user-page'),
  page('/my-account', 'account-page', 'user'),
  page('/settings', 'settings-page', 'user'),
  page(paths.apiTokens, 'tokens-page', 'user'),
  page('/settings/webhooks', 'webhooks-page', 'user'),
  page('/settings/webhooks/:id', 'webhook-page', 'user'),
  page(paths.overlays, 'overlays-page', 'user'),
  page('/notifications', 'notifications-page', 'user'),
  ...['/messages', '/chat', '/chats'].flatMap((path) => [
    page(path, 'messages-page', 'user'),
    page(`${path}/:conversationId`, 'messages-page', 'user'),
  ]),
  page('/receipts/:pledgeId', 'receipt-page', 'user'),
  page('/creator-messages/:id', 'creator-message-page', 'user'),
  page('/takedowns/:id', 'takedown-page', 'user'),
  page('/become-creator', 'become-creator-page'),
  page('/admin', 'admin/overview-page', 'admin'),
  ...adminScreens.map((name) => page(`/admin/${name}`, `admin/${name}-page`, 'admin')),
  page('/payment/success', 'payment-success-page'),
  page('/payment/declined', 'payment-declined-page'),
  page('/payment/:pledgeId', 'payment-page', 'user'),
  ...staticPages.map((path) => page(path, `${path.slice(1)}-page`)),
];

/** Pages without the app shell. */
const barePages = (signedIn: boolean): Route[] => [
  ...(signedIn ? [] : [barePage('/', 'landing-page'), barePage('/auth', 'auth-page')]),
  barePage('/auth/second-step', 'second-step-page'),
  barePage('/auth/link', 'link-provider-page'),
  barePage('/forgot-password', 'forgot-password-page'),
  barePage('/reset-password', 'reset-password-page'),
  barePage('/verify-email', 'verify-email-page'),
  barePage(paths.setUpSecondFactor, 'second-factor-page'),
  barePage('/unsubscribe', 'unsubscribe-page'),
];

/**
 * The routes of a visitor or a signed-in person. Signing in or out reloads the page. When the session ends elsewhere, the page switches
 * to the visitor's routes.
 */
export function routesFor(signedIn: boolean): Route[] {
  return [...barePages(signedIn), ...appPages(signedIn)];
}

// Shared by all requests: it holds code, never personal data.
const loaded = new Map<string, PageModule>();

/** A lazy import failed: the network is down, or a newer release has replaced the file. */
export class RouteLoadError extends Error {}

/** Loads the module of a route once, and its texts in the language of the tab. Throws `RouteLoadError`. */
export async function loadRoute({ file }: Route): Promise<PageModule> {
  const known = loaded.get(file);
  if (known && !pageTexts.load) return known;
  const load = modules[file.replace('web/', './')];
  if (!load) throw new Error(`${file} does not exist`);
  const [module] = await Promise.all([known ?? load(), pageTexts.load?.(file)]).catch(() => {
    throw new RouteLoadError();
  });
  loaded.set(file, module);
  return module;
}

const frameFile = 'web/shell/app-shell.tsx';

/** Loads the app shell, which is apart from the entry because the landing page does without it. Throws `RouteLoadError`. */
export async function loadFrame(): Promise<NonNullable<View['Frame']>> {
  const { AppShell } = await import('./shell/app-shell.tsx').catch(() => {
    throw new RouteLoadError();
  });
  return AppShell;
}

/** The result of opening a location. */
export interface Opened {
  view: View;
  /** Absent if no route matches. */
  route?: Route;
  page?: Page;
}

/**
 * Opens the route at a location: loads its code and data, or sets the error to show instead. `requestedPath` is the requested path before
 * the server normalized it.
 */
export async function openRoute(
  routes: readonly Route[],
  context: AppContext,
  location: Location,
  requestedPath = location.pathname,
): Promise<Opened | Redirect> {
  const match = bestMatch(routes, location.pathname);
  if (!match) {
    if (!(import.meta.env.SSR && context.shared)) await openFrame(context.queries);
    const Frame = await loadFrame().catch(() => undefined);
    return { view: { location, params: {}, Frame, error: ownError('not_found') } };
  }
  const { entry, params } = match;
  const isOwnFrame = entry.framed && !(import.meta.env.SSR && context.shared);
  const framing = entry.framed ? loadFrame() : undefined;
  try {
    const [module, Frame] = await Promise.all([
      loadRoute(entry),
      framing,
      isOwnFrame ? openFrame(context.queries) : undefined,
    ]);
    // Paths match regardless of case; the route's spelling is the canonical one.
    const url = new URL(canonicalSpelling(entry.path, location.pathname) + location.search, context.site.publicUrl);
    const { hash } = location;
    const redirect = await openPage(module.page, entry.access, context, { params, url, requestedPath, hash });
    if (redirect) return redirect;
    return { view: { location, params, Frame, Component: module.Component }, route: entry, page: module.page };
  } catch (error) {
    // Without a network the shell may be missing too. The error page can stand alone.
    const Frame = await framing?.catch(() => undefined);
    return { view: { location, params, Frame, error: error ?? ownError('internal') }, route: entry };
  }
}

/** The modules that a page needs besides the entry, as the build's manifest names them. */
export const filesOf = ({ route, view }: Opened): string[] => [
  ...(route ? [route.file] : []),
  ...(view.Frame ? [frameFile] : []),
];
