import type { PushMessage, PushNote } from '#contract/push.ts';

/**
 * The service worker, built as a separate script (vite.config.ts) and served at /sw.js (server/platform/pages/service-worker.ts). It
 * caches nothing: pages always come from the network. When that fails, it responds with its built-in offline page.
 */

declare const self: ServiceWorkerGlobalScope;
/** The HTML of the offline page by language; the server prepends its definition to this script, because the page names the brand. */
declare const offlinePages: Readonly<Record<string, string>>;

/** `PushSubscriptionChangeEvent`, which lib.webworker does not have. */
interface SubscriptionChangeEvent extends ExtendableEvent {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  // With navigation preload the request goes out while the worker is still starting.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

/** The offline page in the language of the address, or else in the first language of the browser that has one. */
function offlinePageFor(address: string): string {
  const [, inAddress = ''] = new URL(address).pathname.split('/');
  const preferred = self.navigator.languages.flatMap((tag) => [tag, tag.split('-')[0] ?? tag]);
  const tag = [inAddress, ...preferred].find((known) => Object.hasOwn(offlinePages, known)) ?? 'en';
  return offlinePages[tag] ?? '';
}

const offlineResponse = (address: string) =>
  new Response(offlinePageFor(address), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  });

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  const load = async (): Promise<Response> => (await event.preloadResponse) ?? fetch(request);
  event.respondWith(load().catch(() => offlineResponse(request.url)));
});

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** A URL of this site; any other URL becomes the home page. */
function ownUrl(href: string | undefined): URL {
  const url = new URL(href || '/', self.location.origin);
  return url.origin === self.location.origin ? url : new URL('/', self.location.origin);
}

/** Safari revokes the push permission of a site that shows no notification for a push. */
const mustShow = /AppleWebKit/.test(self.navigator.userAgent) && !/Chrom/.test(self.navigator.userAgent);

/**
 * Shows a push as a notification. While a window of the site has the focus, the page shows it instead (web/data/push-toasts.ts), except
 * for direct messages, which reach the page over the socket. A test push is always shown, because it demonstrates the notification.
 */
async function showNote(note: PushNote): Promise<void> {
  const url = ownUrl(note.href);
  const focused = mustShow || note.tag === 'test' ? undefined : (await openWindows()).find((client) => client.focused);
  if (focused && String(note.tag).startsWith('direct:')) return;
  if (focused) {
    const message: PushMessage = { pushed: { title: note.title, body: note.body, href: url.href } };
    return focused.postMessage(message);
  }
  // TypeScript's DOM types lack `renotify`.
  const options: NotificationOptions & { renotify: boolean } = {
    body: note.body,
    tag: note.tag,
    renotify: true,
    icon: '/icon-192.png',
    data: { href: url.href },
  };
  await self.registration.showNotification(note.title, options);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNote(event.data.json()));
});

/** Focuses a window that shows the page, or opens a new one. Never navigates a window away from its page. */
async function openPage(href: string | undefined): Promise<void> {
  const url = ownUrl(href);
  const shown = (await openWindows()).find((client) => {
    const at = new URL(client.url);
    return at.origin === url.origin && at.pathname === url.pathname;
  });
  await (shown ? shown.focus() : self.clients.openWindow(url.href));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.href));
});

/** Sends the new subscription to the server when the browser replaces one on its own. */
async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChangeEvent): Promise<void> {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  await fetch('/api/push/subscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as SubscriptionChangeEvent;
  change.waitUntil(renewSubscription(change));
});
