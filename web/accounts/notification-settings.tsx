import { useQueryClient } from '@tanstack/react-query';
import { chooseNotifications, chooseTimeZone } from '#contract/calls/notifications.ts';
import { msg, type Text, t, textOf } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { NotificationChoice } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { topics } from '#web/data/notice-topics.ts';
import { useData } from '#web/data/query.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
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
      toastError(error, t`Your choice wasn’t saved`);
    }
  };
}

function ChannelBox({
  choice,
  way,
  label,
  name,
  onChange,
}: {
  choice: NotificationChoice;
  way: Way;
  label: Text;
  /** Says also which topic it is. */
  name: Text;
  onChange: (on: boolean) => void;
}) {
  const ready = useHydrated();
  if (way === 'push' && !choice.pushed) {
    return (
      <>
        <span className="text-faint max-sm:hidden" aria-hidden="true">
          –
        </span>
        <span className="sr-only">{t({ message: 'never', context: 'this topic is never pushed to a device' })}</span>
      </>
    );
  }
  return (
    <label
      className={`check min-h-11 min-w-11 grid-cols-[--spacing(6)] place-content-center p-0 max-sm:inline-flex max-sm:items-center sm:inline-grid ${way === 'push' ? 'max-sm:w-full max-sm:justify-end [@media(width<370px)]:justify-start' : ''}`}
    >
      <input
        type="checkbox"
        className="flex-none"
        aria-label={name}
        checked={choice[way]}
        disabled={isFixed(way, choice) || !ready}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="sm:hidden" aria-hidden="true">
        {label}
      </span>
    </label>
  );
}

const choiceCell = 'max-sm:text-start sm:px-2 sm:py-3 sm:text-center';

function Row({ choice }: { choice: NotificationChoice }) {
  const ready = useHydrated();
  const choose = useChoosing();
  const { topic } = choice;
  const title = textOf(topics[topic].title);
  return (
    <tr className="border-t border-line max-sm:flex max-sm:flex-wrap max-sm:items-end max-sm:gap-2 max-sm:px-4 max-sm:pt-3 max-sm:pb-1 max-sm:first:border-t-0">
      {/* On a phone the topic takes the full width, with its labeled choices below. */}
      <th scope="row" className="text-start font-semibold max-sm:basis-full sm:py-3 sm:ps-5 sm:pe-2">
        {title}
        <span className="mt-0.5 block text-sm font-normal text-muted">{textOf(topics[topic].about)}</span>
      </th>
      <td className={`${choiceCell} max-sm:flex-1`}>
        <ChannelBox
          choice={choice}
          way="inApp"
          label={t({ message: 'Here', context: 'a way to be notified' })}
          name={t`${{ topic: title }}: here`}
          onChange={(inApp) => void choose(topic, { inApp })}
        />
      </td>
      <td className={`${choiceCell} max-w-full max-sm:flex-none`}>
        <span className="inline-grid w-[10.2em] max-w-full gap-1">
          <span className="text-sm text-muted sm:hidden" aria-hidden="true">
            {t({ message: 'Email', context: 'a way to be notified' })}
          </span>
          <MailTimingSelect
            choice={choice}
            label={t`${{ topic: title }}: email`}
            disabled={!ready}
            onChoose={(mail) => void choose(topic, { mail })}
          />
        </span>
      </td>
      {/* On the narrowest phones, push has its own line. */}
      <td className={`${choiceCell} max-sm:flex-1 sm:pe-5 [@media(width<370px)]:basis-full`}>
        <ChannelBox
          choice={choice}
          way="push"
          label={t({ message: 'Push', context: 'a way to be notified' })}
          name={t`${{ topic: title }}: push`}
          onChange={(push) => void choose(topic, { push })}
        />
      </td>
    </tr>
  );
}

function Table({ choices }: { choices: readonly NotificationChoice[] }) {
  return (
    <div className="card">
      <table className="w-full border-collapse max-sm:block">
        <caption className="sr-only">{t`What we notify you about here, by email and by push`}</caption>
        <thead className="text-sm whitespace-nowrap text-muted max-sm:hidden">
          <tr>
            <th scope="col" className="py-3 ps-5 pe-2 text-start font-[650]">{t`Topic`}</th>
            <th scope="col" className="px-2 py-3 text-center font-[650]">
              {t({ message: 'Here', context: 'a way to be notified' })}
            </th>
            <th scope="col" className="px-2 py-3 text-center font-[650]">
              {t({ message: 'Email', context: 'a way to be notified' })}
            </th>
            <th scope="col" className="py-3 ps-2 pe-5 text-center font-[650]">
              {t({ message: 'Push', context: 'a way to be notified' })}
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
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
      failed={t`We couldn’t load your choices`}
    >
      {({ choices, timeZone }) => (
        <>
          <PushSettings />
          <div className="mt-4">
            <Table choices={choices} />
          </div>
          <DigestTime timeZone={timeZone} />
          <p className="mt-3 text-sm text-muted">
            <RichText
              text={msg`“Here” is your list of <list>notifications</list>; “Push” is every device where you turned on notifications.`}
              tags={{
                list: (text) => (
                  <TextLink to={paths.notifications} className="tap">
                    {text}
                  </TextLink>
                ),
              }}
            />
          </p>
        </>
      )}
    </Loaded>
  );
}
