import type { QueryClient } from '@tanstack/react-query';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { MailTiming, NotificationChoice } from '#contract/notifications.ts';
import type { Session } from '#contract/settings.ts';
import { type Choices, mySessions, noticeChoices } from './settings-data.ts';

/*
 * Optimistic changes. Each returns a function that undoes only its own change, because others may have been saved since.
 */

export type Change = { inApp: boolean } | { push: boolean } | { mail: MailTiming };

/** Changes a notification choice in the cache. */
export function showChoice(queries: QueryClient, topic: NotificationTopic, change: Change): () => void {
  const { queryKey } = noticeChoices;
  const before = queries.getQueryData<Choices>(queryKey)?.choices.find((choice) => choice.topic === topic);
  const edit = (next: (choice: NotificationChoice) => NotificationChoice) =>
    queries.setQueryData<Choices>(
      queryKey,
      (now) =>
        now && { ...now, choices: now.choices.map((choice) => (choice.topic === topic ? next(choice) : choice)) },
    );
  edit((choice) => ({ ...choice, ...change }));
  const names = Object.keys(change) as (keyof NotificationChoice)[];
  const undone = Object.fromEntries(names.map((name) => [name, before?.[name]]));
  const changed: Partial<NotificationChoice> = change;
  return () =>
    edit((choice) => {
      const isStillShown = names.every((name) => choice[name] === changed[name]);
      return isStillShown ? { ...choice, ...undone } : choice;
    });
}

/** The current session comes first, as in the server's list. */
const listOrder = (a: Session, b: Session) =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt);

/** Removes sessions from the list in the cache. */
export function hideSessions(queries: QueryClient, isGone: (session: Session) => boolean): () => void {
  const { queryKey } = mySessions;
  const hidden = queries.getQueryData<Session[]>(queryKey)?.filter(isGone) ?? [];
  queries.setQueryData<Session[]>(queryKey, (now) => now?.filter((session) => !isGone(session)));
  return () => {
    const isBack = ({ id }: Session) => hidden.some((session) => session.id === id);
    queries.setQueryData<Session[]>(
      queryKey,
      (now) => now && [...now.filter((session) => !isBack(session)), ...hidden].sort(listOrder),
    );
  };
}
