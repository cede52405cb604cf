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
  account: {
    title: 'Your account',
    about: 'Suspensions and the answers to your appeals. Always on here and by email.',
  },
  payments: {
    title: 'Payments',
    about: 'Payments due, receipts, refunds and payouts. Always on here and by email; push only for payments due.',
  },
  legal: {
    title: 'Legal notices',
    about: 'Copyright notices about your content and what you can do. Always on here and by email.',
  },
  pools: {
    title: 'Pools you back or started',
    about: 'Goals met, answers from creators, deliveries and pools that end. Push only for deliveries.',
  },
  comments: { title: 'Comments', about: 'New comments on your pools, and replies to your comments.' },
  chat: {
    title: 'Chats',
    about:
      'Mentions and replies in chats. Email only if you haven’t read them after a while; push only for direct messages.',
  },
  creator: {
    title: 'Your work as a creator',
    about: 'New requests, answers due, and decisions on your applications, claims and deliveries.',
  },
  admin: {
    title: 'Admin queues',
    about: 'Applications, claims, deliveries, objections and copyright notices waiting for a decision.',
  },
};

type Way = 'inApp' | 'email' | 'push';
const ways: readonly [Way, string][] = [
  ['inApp', 'Here'],
  ['email', 'Email'],
  ['push', 'Push'],
];

const isOffered = (way: Way, { mailed, pushed }: NotificationChoice) =>
  way === 'email' ? mailed : way === 'push' ? pushed : true;
/** Money notices always appear here and by email. */
const isFixed = (way: Way, { fixed }: NotificationChoice) => fixed && way !== 'push';

type Choices = { choices: NotificationChoice[] };

/** Optimistic update: the checkbox changes immediately and reverts if the server refuses. */
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
      toastError(error, 'Your choice wasn’t saved');
    }
  };
}

function Table({ choices }: { choices: readonly NotificationChoice[] }) {
  const ready = useHydrated();
  const choose = useChoosing();
  return (
    <div className="card">
      <table className="topic-table">
        <caption className="sr-only">What we notify you about here, by email and by push</caption>
        <thead>
          <tr>
            <th scope="col">Topic</th>
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
                      <span className="topic-channel" aria-hidden="true">
                        {label}
                      </span>
                    </label>
                  ) : (
                    <>
                      <span className="topic-none" aria-hidden="true">
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

/** The channels for each topic. Saves each change immediately. */
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
            ; “Push” is every device where you turned on notifications.
          </p>
        </>
      )}
    </Loaded>
  );
}
