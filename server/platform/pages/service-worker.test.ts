import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inEnglish } from '#contract/language/text.ts';
import { languageOf } from '#testing/language.ts';
import { serviceWorkerScript } from './service-worker.ts';

const german = languageOf((message) => `[${inEnglish(message)}]`);
const workerFile = new URL('../../../web/service-worker.ts', import.meta.url);
const script = serviceWorkerScript(
  'Fanfare',
  { offered: ['en', 'de'], of: (tag) => (tag === 'de' ? german : undefined), ofAddress: () => undefined },
  stripTypeScriptTypes(await readFile(workerFile, 'utf8')),
);

interface Window {
  url: string;
  focused: boolean;
  focus?: () => void;
}

/** Runs the worker with these windows open; the returned function fires an event and answers everything the worker did. */
function worker(
  windows: Window[],
  userAgent = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  languages = ['en-GB'],
) {
  const did: [string, ...unknown[]][] = [];
  const listeners = new Map<string, (event: object) => void>();
  const origin = 'https://fanfare.example';
  const self = {
    location: { origin },
    navigator: { userAgent, languages },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: {
      matchAll: async () =>
        windows.map((window) => ({
          ...window,
          focus: async () => did.push(['focus', window.url]),
          postMessage: (message: object) => did.push(['tell', window.url, JSON.parse(JSON.stringify(message))]),
        })),
      openWindow: async (url: string) => did.push(['open', url]),
    },
    registration: {
      showNotification: async (title: string, options: object) => did.push(['show', title, { ...options }]),
      pushManager: { subscribe: async (options: object) => ({ made: options }) },
    },
  };
  const fetch = async (url: string, init: { body: string }) => did.push(['fetch', url, JSON.parse(init.body)]);
  runInContext(script, createContext({ self, URL, fetch, JSON, Response }));
  return async (name: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
    return did;
  };
}

const direct = { title: 'Sam', body: 'Hi', href: '/messages/7f', tag: 'direct:7f' };
const pushed = (note: object) => ({ data: { json: () => note } });
const at = (path: string, focused: boolean) => ({ url: `https://fanfare.example${path}`, focused });

it('shows a push as a notification', async () => {
  expect(await worker([])('push', pushed(direct))).toEqual([
    [
      'show',
      'Sam',
      {
        body: 'Hi',
        tag: 'direct:7f',
        renotify: true,
        icon: '/icon-192.png',
        data: { href: 'https://fanfare.example/messages/7f' },
      },
    ],
  ]);
});

it('leaves a push to the open page, except in Safari and for a test push', async () => {
  const due = { title: 'Pay', body: 'By Friday', href: '/payment/7f', tag: 'payment_due:7f' };
  const windows = [at('/about-us', false), at('/creators', true)];
  const href = 'https://fanfare.example/payment/7f';
  expect(await worker(windows)('push', pushed(due))).toEqual([
    ['tell', windows[1]?.url, { pushed: { title: 'Pay', body: 'By Friday', href } }],
  ]);
  expect(await worker(windows)('push', pushed(direct))).toEqual([]);
  for (const note of [due, direct]) {
    expect(await worker([at('/creators', false)])('push', pushed(note))).toMatchObject([['show', note.title, {}]]);
    const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
    expect(await worker(windows, safari)('push', pushed(note))).toMatchObject([['show', note.title, {}]]);
  }
  expect(await worker(windows)('push', pushed({ ...due, tag: 'test' }))).toMatchObject([['show', 'Pay', {}]]);
});

const pressed = (href: string) => ({ notification: { close: () => undefined, data: { href } } });

it('opens a pressed notification in the window that shows its page, or in a new window of this site', async () => {
  const windows = [at('/settings', true), at('/messages/7f', false)];
  expect(await worker(windows)('notificationclick', pressed('/messages/7f'))).toEqual([['focus', windows[1]?.url]]);
  expect(await worker(windows)('notificationclick', pressed('/payment/1'))).toEqual([
    ['open', 'https://fanfare.example/payment/1'],
  ]);
  expect(await worker([])('notificationclick', pressed('https://evil.example/'))).toEqual([
    ['open', 'https://fanfare.example/'],
  ]);
});

it('answers a page load with the offline page when the network fails', async () => {
  const answers: Promise<Response>[] = [];
  const event = {
    request: { mode: 'navigate', method: 'GET', url: 'https://fanfare.example/creators' },
    preloadResponse: Promise.reject(new TypeError('network')),
    respondWith: (answer: Promise<Response>) => answers.push(answer),
  };
  await worker([])('fetch', event);
  await worker([])('fetch', { ...event, request: { ...event.request, mode: 'no-cors' } });
  expect(answers).toHaveLength(1);
  const answer = await answers[0]!;
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('We can’t reach Fanfare');
});

it.each([
  ['/de/creators', ['en-GB'], 'de'],
  ['/creators', ['de-AT', 'en'], 'de'],
  ['/creators', ['fr', 'en'], 'en'],
  ['/constructor', ['toString'], 'en'],
])('shows the offline page of %s to a browser that prefers %j in %s', async (path, languages, shown) => {
  const answers: Promise<Response>[] = [];
  await worker(
    [],
    undefined,
    languages,
  )('fetch', {
    request: { mode: 'navigate', method: 'GET', url: `https://fanfare.example${path}` },
    preloadResponse: Promise.reject(new TypeError('network')),
    respondWith: (answer: Promise<Response>) => answers.push(answer),
  });
  const html = await (await answers[0]!).text();
  expect(html).toContain(`<html lang="${shown}"`);
  expect(html.includes('[We can’t reach Fanfare')).toBe(shown === 'de');
});

it('sends the server a subscription that the browser renewed', async () => {
  const event = { oldSubscription: { options: { applicationServerKey: 'key' } } };
  expect(await worker([])('pushsubscriptionchange', event)).toEqual([
    ['fetch', '/api/push/subscription', { made: { applicationServerKey: 'key' } }],
  ]);
});
