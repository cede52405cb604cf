import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { chooseTimeZone } from '#contract/calls/notifications.ts';
import type { MailTiming, NotificationChoice } from '#contract/notifications.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toastError } from '#web/ui/toast.tsx';
import { type Choices, noticeChoices } from './settings-data.ts';

export const timingLabels: Record<MailTiming, string> = {
  at_once: 'Right away',
  daily: 'Daily',
  weekly: 'Weekly',
  never: 'Never',
};

/** The timing of a topic's emails. A topic with one timing has no choice. */
export function MailTimingSelect({
  choice: { mail, mailTimings },
  label,
  disabled,
  onChoose,
}: {
  choice: NotificationChoice;
  label: string;
  disabled: boolean;
  onChoose: (mail: MailTiming) => void;
}) {
  if (mailTimings.length === 1)
    return (
      <span className="text-sm text-muted max-sm:grid max-sm:min-h-11 max-sm:items-center">{timingLabels[mail]}</span>
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
            {timingLabels[timing]}
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
const zoneName = (zone: string) => (zone === 'UTC' ? 'UTC' : `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`);

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
      toastError(error, 'Your time zone wasn’t saved');
    }
    setBusy(false);
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <p>
        Digests collect what you haven’t read. Daily ones come at 8 a.m., weekly ones on Mondays at 8 a.m.,{' '}
        {zoneName(timeZone ?? 'UTC')}.
      </p>
      {own && own !== (timeZone ?? 'UTC') ? (
        <Button size="sm" busy={busy} onClick={() => void use(own)}>
          Use {zoneName(own)}
        </Button>
      ) : null}
    </div>
  );
}
