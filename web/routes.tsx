import { appError } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { Location, View } from './data/location.tsx';
import { bestMatch, pathWith } from './data/match-path.ts';
import {
  type Access,
  type AppContext,
  openFrame,
  openPage,
  type Page,
  type PageModule,
  type Redirect,
} from './data/page.ts';

const modules = import.meta.glob<PageModule>('./pages/*.tsx');

/** A screen: its address, the module in web/pages and who may see it. */
export interface Screen {
  path: string;
  /** In the build's manifest. */
  file: string;
  access: Access;
  /** Inside of the side navigation. */
  framed: boolean;
}

const screen =
  (framed: boolean) =>
  (path: string, name: string, access: Access = 'anyone') => ({
    path,
    file: `web/pages/${name}.tsx`,
    access,
    framed,
  });
const page = screen(true);
const barePage = screen(false);

/** Texts, each at its own name. */
const readingPages = [
  paths.aboutUs,
  paths.howItWorks,
  paths.forFans,
  paths.forCreators,
  paths.faq,
  paths.contactUs,
  paths.termsOfService,
  paths.creatorAgreement,
  paths.privacyPolicy,
  paths.cookiePolicy,
  paths.ccpa,
  paths.copyright,
  paths.trademarkPolicy,
  paths.usc2257,
];

/** Pages inside the side navigation. */
const appPages = (signedIn: boolean): Screen[] => [
  // A signed-in person who opens /auth sees the home view.
  ...(signedIn ? [page('/', 'home-page'), page('/auth', 'home-page')] : []),
  page('/home', 'home-page', 'user'),
  page('/browse-tip-pools', 'browse-pools-page'),
  page('/browse-tippools', 'browse-pools-page'),
  page('/creators', 'creators-page'),
  page('/creator/:username', 'creator-page'),
  page('/favorites', 'favorites-page', 'user'),
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
  page('/notifications', 'notifications-page', 'user'),
  ...['/messages', '/chat', '/chats'].flatMap((path) => [
    page(path, 'messages-page', 'user'),
    page(`${path}/:conversationId`, 'messages-page', 'user'),
  ]),
  page('/receipts/:pledgeId', 'receipt-page', 'user'),
  page('/become-creator', 'become-creator-page'),
  page('/admin', 'admin-page', 'admin'),
  page('/admin/pools', 'admin-pools-page', 'admin'),
  page('/admin/verifications', 'admin-verifications-page', 'admin'),
  page('/admin/claims', 'admin-claims-page', 'admin'),
  page('/admin/content-claims', 'admin-content-claims-page', 'admin'),
  page('/admin/reports', 'admin-reports-page', 'admin'),
  page('/admin/chat', 'admin-chat-page', 'admin'),
  page('/payment/success', 'payment-success-page'),
  page('/payment/declined', 'payment-declined-page'),
  page('/payment/:pledgeId', 'payment-page', 'user'),
  ...readingPages.map((path) => page(path, `${path.slice(1)}-page`)),
];

/** Pages that bring their own frame. */
const barePages = (signedIn: boolean): Screen[] => [
  ...(signedIn ? [] : [barePage('/', 'landing-page'), barePage('/auth', 'auth-page')]),
  barePage('/forgot-password', 'forgot-password-page'),
  barePage('/reset-password', 'reset-password-page'),
  barePage('/verify-email', 'verify-email-page'),
];

/** Signing in and out reload the page; where a session ends elsewhere, the page goes on with a visitor's. */
export function screensFor(signedIn: boolean): Screen[] {
  return [...barePages(signedIn), ...appPages(signedIn)];
}

// Shared by all requests: it holds code, never data of a person.
const loaded = new Map<string, PageModule>();

/** The code of a screen could not be fetched: the network is gone, or a newer version of the site has other files. */
export class ScreenLost extends Error {}

/** The code of a screen, fetched when someone goes there. */
export async function loadScreen({ file }: Screen): Promise<PageModule> {
  const known = loaded.get(file);
  if (known) return known;
  const load = modules[file.replace('web/', './')];
  if (!load) throw new Error(`${file} does not exist`);
  const module = await load().catch(() => {
    throw new ScreenLost();
  });
  loaded.set(file, module);
  return module;
}

/** What came of going to an address. */
export interface Opened {
  view: View;
  /** Absent where no screen lives at the address. */
  screen?: Screen;
  page?: Page;
}

/**
 * Opens the screen at a location: its code and its data, or the error to show instead. `askedPath` is the path before the server
 * normalized it.
 */
export async function openScreen(
  screens: readonly Screen[],
  context: AppContext,
  location: Location,
  askedPath = location.pathname,
): Promise<Opened | Redirect> {
  const match = bestMatch(screens, location.pathname);
  if (!match) {
    await openFrame(context);
    return { view: { location, params: {}, framed: true, error: appError('not_found') } };
  }
  const { entry, params } = match;
  const shown = { location, params, framed: entry.framed };
  try {
    const [module] = await Promise.all([loadScreen(entry), entry.framed ? openFrame(context) : undefined]);
    // Fixed words of a path match in any case; the page's own spelling is the canonical one.
    const url = new URL(pathWith(entry.path, location.pathname) + location.search, context.site.publicUrl);
    const { hash } = location;
    const redirect = await openPage(module.page, entry.access, context, { params, url, askedPath, hash });
    if (redirect) return redirect;
    return { view: { ...shown, Component: module.Component }, screen: entry, page: module.page };
  } catch (error) {
    return { view: { ...shown, error: error ?? appError('internal') }, screen: entry };
  }
}
