import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { chooseTimeZone } from '#contract/calls/notifications.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import type { MailTiming, NotificationChoice } from '#contract/notifications.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toastError } from '#web/ui/toast.tsx';
import { type Choices, noticeChoices } from './settings-data.ts';

export const timingLabels: Record<MailTiming, Message> = {
  at_once: msg({ message: 'Right away', context: 'how often emails are sent' }),
  daily: msg({ message: 'Daily', context: 'how often emails are sent' }),
  weekly: msg({ message: 'Weekly', context: 'how often emails are sent' }),
  never: msg({ message: 'Never', context: 'how often emails are sent' }),
};

/** The timing of a topic's emails. A topic with one timing has no choice. */
export function MailTimingSelect({
  choice: { mail, mailTimings },
  label,
  disabled,
  onChoose,
}: {
  choice: NotificationChoice;
  label: Text;
  disabled: boolean;
  onChoose: (mail: MailTiming) => void;
}) {
  if (mailTimings.length === 1)
    return (
      <span className="text-sm text-muted max-sm:grid max-sm:min-h-11 max-sm:items-center">
        {textOf(timingLabels[mail])}
      </span>
    );
  return (
    <span className="input-frame">
      <select
        className="input"
        aria-label={label}
        value={mail}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value as MailTiming)}
      >
        {mailTimings.map((timing) => (
          <option key={timing} value={timing}>
            {textOf(timingLabels[timing])}
          </option>
        ))}
      </select>
      <span className="input-trail">
        <ChevronDown aria-hidden="true" />
      </span>
    </span>
  );
}

/** The browser's time zone; undefined on the server, which does not know it. */
export function useOwnTimeZone(): string | undefined {
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
}

/** For people: "America/New_York" becomes "New York time". */
function zoneName(zone: string): Text {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return zone === 'UTC' ? verbatim('UTC') : t`${{ city }} time`;
}

/** Says when digests are sent, and offers the time zone of this browser. */
export function DigestTime({ timeZone }: { timeZone: string | null }) {
  const queries = useQueryClient();
  const own = useOwnTimeZone();
  const [busy, setBusy] = useState(false);
  const use = async (zone: string) => {
    setBusy(true);
    try {
      queries.setQueryData<Choices>(noticeChoices.queryKey, await call(chooseTimeZone, { body: { timeZone: zone } }));
    } catch (error) {
      toastError(error, t`Your time zone wasn’t saved`);
    }
    setBusy(false);
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <p>{t`Digests collect what you haven’t read. Daily ones come at 8 a.m., weekly ones on Mondays at 8 a.m., ${{ timeZone: zoneName(timeZone ?? 'UTC') }}.`}</p>
      {own && own !== (timeZone ?? 'UTC') ? (
        <Button size="sm" busy={busy} onClick={() => void use(own)}>
          {t`Use ${{ timeZone: zoneName(own) }}`}
        </Button>
      ) : null}
    </div>
  );
}
