import { expect, it } from 'vitest';
import type { NotificationChoice } from '#contract/notifications.ts';
import type { Session } from '#contract/settings.ts';
import { makeQueryClient } from '#web/data/query.ts';
import { hideSessions, showChoice } from './pending-changes.ts';
import { type Choices, mySessions, noticeChoices } from './settings-data.ts';

const choice = (topic: NotificationChoice['topic']): NotificationChoice => ({
  topic,
  inApp: true,
  mail: 'at_once',
  mailTimings: ['at_once', 'daily', 'never'],
  push: true,
  fixed: false,
  pushed: true,
});

it('undoes a refused choice without hiding choices that were saved meanwhile', () => {
  const queries = makeQueryClient();
  queries.setQueryData<Choices>(noticeChoices.queryKey, {
    choices: [choice('pools'), choice('chat')],
    timeZone: null,
  });
  const undo = showChoice(queries, 'pools', { mail: 'daily' });
  showChoice(queries, 'pools', { push: false });
  showChoice(queries, 'chat', { inApp: false });
  const undoLater = showChoice(queries, 'chat', { mail: 'daily' });
  showChoice(queries, 'chat', { mail: 'never' });
  undo();
  undoLater();
  expect(queries.getQueryData<Choices>(noticeChoices.queryKey)?.choices).toEqual([
    { ...choice('pools'), push: false },
    { ...choice('chat'), inApp: false, mail: 'never' },
  ]);
});

it('shows the sessions again that could not be ended, in order, without those that ended meanwhile', () => {
  const queries = makeQueryClient();
  const session = (id: string, day: number, current = false): Session => ({
    id,
    device: 'Firefox on Linux',
    browser: 'Firefox',
    system: 'Linux',
    ip: '192.0.2.1',
    createdAt: '2026-01-01T12:00:00.000Z',
    lastSeenAt: `2026-01-0${day}T12:00:00.000Z`,
    current,
  });
  const [here, a, b, c] = [session('here', 5, true), session('a', 9), session('b', 8), session('c', 7)];
  queries.setQueryData<Session[]>(mySessions.queryKey, [here, a, b, c]);
  const undo = hideSessions(queries, ({ id }) => id === 'a');
  hideSessions(queries, ({ id }) => id === 'b');
  undo();
  expect(queries.getQueryData(mySessions.queryKey)).toEqual([here, a, c]);
});
