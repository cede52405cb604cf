import { useQueryClient } from '@tanstack/react-query';
import { chooseNotifications, chooseTimeZone } from '#contract/calls/notifications.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { NotificationChoice } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { topics } from '#web/data/notice-topics.ts';
import { useData } from '#web/data/query.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { DigestTime, MailTimingSelect, useOwnTimeZone } from './mail-timing.tsx';
import { type Change, showChoice } from './pending-changes.ts';
import { PushSettings } from './push-settings.tsx';
import { type Choices, noticeChoices } from './settings-data.ts';

type Way = 'inApp' | 'push';

/** Money notices always appear here and by email. */
const isFixed = (way: Way, { fixed }: NotificationChoice) => fixed && way !== 'push';

/** Optimistic update: the choice changes immediately and reverts if the server refuses. */
function useChoosing() {
  const queries = useQueryClient();
  const own = useOwnTimeZone();
  /** A person's first digest comes in the time zone of the browser. If that fails, the page says UTC and offers the zone. */
  const saveZone = async (timeZone: string) => {
    const saved = await call(chooseTimeZone, { body: { timeZone } }).catch(() => undefined);
    const show = (now: Choices | undefined) => now && saved && { ...now, timeZone: saved.timeZone };
    if (saved) queries.setQueryData<Choices>(noticeChoices.queryKey, show);
  };
  return async (topic: NotificationTopic, change: Change) => {
    const undo = showChoice(queries, topic, change);
    try {
      const saved = await call(chooseNotifications, { body: { topic, ...change } });
      const isDigest = 'mail' in change && (change.mail === 'daily' || change.mail === 'weekly');
      if (isDigest && saved.timeZone === null && own && own !== 'UTC') await saveZone(own);
    } catch (error) {
      undo();
      toastError(error, 'Your choice wasn’t saved');
    }
  };
}

function ChannelBox({
  choice,
  way,
  label,
  onChange,
}: {
  choice: NotificationChoice;
  way: Way;
  label: string;
  onChange: (on: boolean) => void;
}) {
  const ready = useHydrated();
  if (way === 'push' && !choice.pushed) {
    return (
      <>
        <span className="topic-none" aria-hidden="true">
          –
        </span>
        <span className="sr-only">never</span>
      </>
    );
  }
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={`${topics[choice.topic].title}: ${label.toLowerCase()}`}
        checked={choice[way]}
        disabled={isFixed(way, choice) || !ready}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="topic-channel" aria-hidden="true">
        {label}
      </span>
    </label>
  );
}

function Row({ choice }: { choice: NotificationChoice }) {
  const ready = useHydrated();
  const choose = useChoosing();
  const { topic } = choice;
  const { title, about } = topics[topic];
  return (
    <tr>
      <th scope="row">
        {title}
        <span className="mt-0.5 block text-sm font-normal text-muted">{about}</span>
      </th>
      <td>
        <ChannelBox choice={choice} way="inApp" label="Here" onChange={(inApp) => void choose(topic, { inApp })} />
      </td>
      <td>
        <span className="topic-mail">
          <span className="topic-channel" aria-hidden="true">
            Email
          </span>
          <MailTimingSelect
            choice={choice}
            label={`${title}: email`}
            disabled={!ready}
            onChoose={(mail) => void choose(topic, { mail })}
          />
        </span>
      </td>
      <td>
        <ChannelBox choice={choice} way="push" label="Push" onChange={(push) => void choose(topic, { push })} />
      </td>
    </tr>
  );
}

function Table({ choices }: { choices: readonly NotificationChoice[] }) {
  return (
    <div className="card">
      <table className="topic-table">
        <caption className="sr-only">What we notify you about here, by email and by push</caption>
        <thead>
          <tr>
            <th scope="col">Topic</th>
            <th scope="col">Here</th>
            <th scope="col">Email</th>
            <th scope="col">Push</th>
          </tr>
        </thead>
        <tbody>
          {choices
            // A newer server may send topics that this page does not know.
            .filter(({ topic }) => topic in topics)
            .map((choice) => (
              <Row key={choice.topic} choice={choice} />
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** The channels for each topic. Saves each change immediately. */
export function NotificationSettings() {
  return (
    <Loaded
      of={useData(noticeChoices)}
      loading={<Skeleton className="h-72 w-full" />}
      failed="We couldn’t load your choices"
    >
      {({ choices, timeZone }) => (
        <>
          <PushSettings />
          <div className="mt-4">
            <Table choices={choices} />
          </div>
          <DigestTime timeZone={timeZone} />
          <p className="mt-3 text-sm text-muted">
            “Here” is your list of{' '}
            <TextLink to={paths.notifications} className="tap">
              notifications
            </TextLink>
            ; “Push” is every device where you turned on notifications.
          </p>
        </>
      )}
    </Loaded>
  );
}
