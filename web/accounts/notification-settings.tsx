import { useQueryClient } from '@tanstack/react-query';
import { chooseNotifications, type NotificationChoice, type NotificationTopic } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { PushSettings } from './push-settings.tsx';
import { noticeChoices } from './settings-data.ts';

const topics: Record<NotificationTopic, { title: string; about: string }> = {
  payments: {
    title: 'Payments',
    about: 'Payments due, receipts, refunds and payouts: they always reach you. Push only for payments due.',
  },
  pools: {
    title: 'Pools you back or started',
    about:
      'The goal is met, the creator has answered, something was delivered, the pool has ended. Push only for deliveries.',
  },
  comments: { title: 'Comments', about: 'Somebody comments on a pool of yours, or answers you.' },
  chat: {
    title: 'Chats',
    about:
      'Somebody mentions or answers you in a chat; by mail only when you have not read it after a while. Push only for direct messages.',
  },
  creator: {
    title: 'Your work as a creator',
    about: 'Who asks you, what waits for your answer, what became of an application, a claim or a delivery.',
  },
  admin: { title: 'Admin queues', about: 'Applications, claims, deliveries and objections that wait for a decision.' },
};

type Way = 'inApp' | 'email' | 'push';
const ways: readonly [Way, string][] = [
  ['inApp', 'Here'],
  ['email', 'Email'],
  ['push', 'Push'],
];

const isOffered = (way: Way, { mailed, pushed }: NotificationChoice) =>
  way === 'email' ? mailed : way === 'push' ? pushed : true;
/** What is about money always reaches people here and by mail. */
const isFixed = (way: Way, { fixed }: NotificationChoice) => fixed && way !== 'push';

type Choices = { choices: NotificationChoice[] };

/** Ticked at once; back as it was where the server does not take it. */
function useChoosing() {
  const queries = useQueryClient();
  return async (topic: NotificationTopic, way: Way, on: boolean) => {
    const before = queries.getQueryData<Choices>(noticeChoices.queryKey);
    queries.setQueryData<Choices>(noticeChoices.queryKey, (now) => ({
      choices: (now?.choices ?? []).map((choice) => (choice.topic === topic ? { ...choice, [way]: on } : choice)),
    }));
    try {
      await call(chooseNotifications, { body: { topic, [way]: on } });
    } catch (error) {
      queries.setQueryData(noticeChoices.queryKey, before);
      toastError(error, 'Your choice was not saved');
    }
  };
}

function Table({ choices }: { choices: readonly NotificationChoice[] }) {
  const ready = useHydrated();
  const choose = useChoosing();
  return (
    <div className="card">
      <table className="told">
        <caption className="sr-only">What you are told, here, by email and as a push</caption>
        <thead>
          <tr>
            <th scope="col">About</th>
            {ways.map(([way, label]) => (
              <th key={way} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr key={choice.topic}>
              <th scope="row">
                {topics[choice.topic].title}
                <span className="mt-0.5 block text-sm font-normal text-muted">{topics[choice.topic].about}</span>
              </th>
              {ways.map(([way, label]) => (
                <td key={way}>
                  {isOffered(way, choice) ? (
                    <label className="check">
                      <input
                        type="checkbox"
                        aria-label={`${topics[choice.topic].title}: ${label.toLowerCase()}`}
                        checked={choice[way]}
                        disabled={isFixed(way, choice) || !ready}
                        onChange={(event) => void choose(choice.topic, way, event.target.checked)}
                      />
                      <span className="told-way" aria-hidden="true">
                        {label}
                      </span>
                    </label>
                  ) : (
                    <>
                      <span className="told-never" aria-hidden="true">
                        –
                      </span>
                      <span className="sr-only">never</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What I am told, and where. Saved as it is ticked. */
export function NotificationSettings() {
  return (
    <Loaded
      of={useData(noticeChoices)}
      loading={<Skeleton className="h-72 w-full" />}
      failed="Your choices could not be loaded"
    >
      {({ choices }) => (
        <>
          <PushSettings />
          <div className="mt-4">
            <Table choices={choices} />
          </div>
          <p className="mt-3 text-sm text-muted">
            “Here” is your list of{' '}
            <TextLink to={paths.notifications} className="tap">
              notifications
            </TextLink>
            ; “Push” is every device where you have turned notifications on.
          </p>
        </>
      )}
    </Loaded>
  );
}
