import { siteTexts } from '#contract/site-texts.ts';
import { plainPage } from './plain-page.ts';

/** The page that the worker shows without a network. It holds no one's data. */
function offlinePage(brand: string): string {
  return plainPage({
    title: `You are offline | ${brand}`,
    heading: 'You are offline',
    text: siteTexts.offline(brand),
    again: 'Try again',
  });
}

/**
 * Shows what is pushed. To whoever is on the site just now the site itself says it (web/data/pushed.ts), which also tells of direct
 * messages as they come; browsers ask for no notification while one of its windows is seen. Safari does: it takes the right away from
 * whoever shows nothing. A test is to show what it looks like. Pressing it goes to a window that shows its page, or to a new one: no
 * other window is taken away from what somebody does there. When the browser changes its address at the push service by itself, the
 * new one is told.
 */
const pushScript = `const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const ownUrl = (href) => {
  const url = new URL(href || '/', self.location.origin);
  return url.origin === self.location.origin ? url : new URL('/', self.location.origin);
};
const mustShow = /AppleWebKit/.test(self.navigator.userAgent) && !/Chrom/.test(self.navigator.userAgent);
async function show(note) {
  const url = ownUrl(note.href);
  const seen = mustShow || note.tag === 'test' ? undefined : (await windows()).find(({ focused }) => focused);
  if (seen && String(note.tag).startsWith('direct:')) return;
  if (seen) return seen.postMessage({ pushed: { title: note.title, body: note.body, href: url.href } });
  await self.registration.showNotification(note.title, {
    body: note.body,
    tag: note.tag,
    renotify: true,
    icon: '/icon-192.png',
    data: { href: url.href },
  });
}
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
async function goTo(href) {
  const url = ownUrl(href);
  const isThere = ({ url: at }) => new URL(at).origin === url.origin && new URL(at).pathname === url.pathname;
  const there = (await windows()).find(isThere);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.href));
});
async function tellNewAddress(event) {
  const options = event.oldSubscription?.options;
  const next = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!next) return;
  await fetch('/api/push/subscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(next),
  });
}
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellNewAddress(event)));
`;

/**
 * The script of the service worker. It keeps nothing: pages come from the network as ever, and only where that fails does the page
 * that it carries within itself stand in. `navigationPreload` lets the request go out while the worker is still starting.
 */
export function serviceWorkerScript(brand: string): string {
  const page = JSON.stringify(offlinePage(brand)).replaceAll('<', '\\u003c');
  return `const page = ${page};
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});
const offline = () =>
  new Response(page, {
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
  const load = async () => (await event.preloadResponse) ?? fetch(request);
  event.respondWith(load().catch(offline));
});
${pushScript}`;
}

/** What the worker itself may do: ask this site, and show its drawings in notifications; nothing more. */
export const serviceWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  'Content-Type': 'text/javascript; charset=utf-8',
  // The browser looks for a newer one at every visit.
  'Cache-Control': 'no-cache',
};
