import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getCurrentUser, login, logout } from '#contract/calls/accounts.ts';
import { listSavedCards } from '#contract/calls/pledges.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { call, pauseReading } from './call.ts';

/** The paths that the server received. */
let requests: string[];
let headers: RequestInit['headers'][];
/** Receives the browser's page events. */
let page: EventTarget;

beforeEach(() => {
  requests = [];
  headers = [];
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(path);
    headers.push(init.headers);
    return Response.json({});
  });
});
afterEach(() => {
  page.dispatchEvent(new Event('pagehide'));
  vi.unstubAllGlobals();
  speakEnglish();
});

it('names the language of the page, unless it is English', async () => {
  await call(listSavedCards);
  speak(() => undefined);
  await call(listSavedCards);
  await call(login, { body: { email: 'sam@example.org', password: 'secret' } });
  expect(headers).toEqual([{}, { 'x-language': 'de' }, { 'x-language': 'de', 'content-type': 'application/json' }]);
});

it('delays reads, but no changes, until a pause ends', async () => {
  const resume = pauseReading();
  const read = call(listSavedCards);
  await call(logout);
  expect(requests).toEqual([logout.path]);
  resume();
  await read;
  expect(requests).toEqual([logout.path, listSavedCards.path]);
});

it('reads again on a page that was left during a pause', async () => {
  pauseReading();
  void call(listSavedCards);
  page.dispatchEvent(new Event('pagehide'));
  await call(getCurrentUser);
  expect(requests).toEqual([getCurrentUser.path]);
});
