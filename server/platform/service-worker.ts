import { escapeHtml } from './html.ts';

/** The worker's own page, and nothing else of anyone's: no script, no picture, no stylesheet to fetch. */
function offlinePage(brand: string): string {
  const name = escapeHtml(brand);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>You are offline | ${name}</title><style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fdf8ef;color:#2f1a2b;font:17px/1.55 Figtree,system-ui,sans-serif;text-align:center}
main{max-width:30rem;padding:2rem 1.25rem}h1{margin:1.2rem 0 .4rem;font-size:2rem;line-height:1.1;letter-spacing:-.02em}p{margin:0 0 1.6rem;color:#6b5566}
a{display:inline-block;padding:.8rem 1.3rem;border-radius:11px;background:#f0b12b;color:#2b1a05;font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid #8a5a06;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#1a0e19;color:#f7efe4}p{color:#c2aebd}a:focus-visible{outline-color:#f0b12b}}
</style></head><body><main><svg width="92" height="74" viewBox="0 0 92 74" fill="none" stroke-width="7" stroke-linecap="round" aria-hidden="true"><path d="M46 64 10 38" stroke="#f0504f"/><path d="M46 64 25 17M46 64 46 9M46 64 67 17" stroke="#eead22"/><path d="M46 64 82 38" stroke="#008f88"/><circle cx="46" cy="64" r="7" fill="currentColor"/></svg>
<h1>You are offline</h1><p>${name} cannot be reached from here just now. Nothing was charged and nothing is lost; your pledges stay as they are.</p><a href="">Try again</a></main></body></html>`;
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
