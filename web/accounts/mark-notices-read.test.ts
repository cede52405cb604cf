import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markNoticesRead } from './mark-notices-read.ts';

let tab: EventTarget & { hidden: boolean };
/** The bodies of the requests that mark notices as read. */
let marked: unknown[];

beforeEach(() => {
  marked = [];
  tab = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    marked.push(JSON.parse(body));
    return Response.json({ unreadCount: 0 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show(): void {
  tab.hidden = false;
  tab.dispatchEvent(new Event('visibilitychange'));
}

const notices = [
  { id: 'a', read: false },
  { id: 'b', read: true },
];

it('waits until the person sees the tab, and marks only the notices on screen', () => {
  markNoticesRead(notices, 1);
  tab.dispatchEvent(new Event('visibilitychange'));
  expect(marked).toEqual([]);
  show();
  expect(marked).toEqual([{ ids: ['a'] }]);
  show();
  expect(marked).toHaveLength(1);
});

it('marks nothing after it was stopped, nor without unread notices', () => {
  markNoticesRead(notices, 1)();
  markNoticesRead(notices, 0);
  show();
  expect(marked).toEqual([]);
});

it('marks all notices if the list is too short for all unread ones', () => {
  tab.hidden = false;
  markNoticesRead(notices, 2);
  expect(marked).toEqual([{}]);
});
