import { useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Calendar } from '#contract/calendar.ts';
import { startCalendar, stopCalendar } from '#contract/calls/calendar.ts';
import { msg, t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { CopyField } from '#web/ui/forms/copy-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { myCalendar } from './settings-data.ts';

/** Starts and stops the feed. Its address is only here, and only until the page is left. */
function useCalendar() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [url, setUrl] = useState<string>();
  const keep = (calendar: Calendar | null) => queries.setQueryData(myCalendar.queryKey, { calendar });
  const start = async () => {
    setBusy(true);
    try {
      const started = await call(startCalendar);
      setUrl(started.url);
      keep(started.calendar);
    } catch (error) {
      toastError(error, t`The link wasn’t created`);
    }
    setBusy(false);
  };
  const stop = async () => {
    setBusy(true);
    try {
      keep((await call(stopCalendar)).calendar);
      setUrl(undefined);
      toast({ title: t`Calendar link removed` });
    } catch (error) {
      toastError(error, t`The link wasn’t removed`);
    }
    setBusy(false);
  };
  return { busy, url, start, stop };
}

function NewLink({ url }: { url: string }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that made it may be gone.
  useEffect(() => {
    if (url) box.current?.querySelector('input')?.focus();
  }, [url]);
  return (
    <div ref={box} className="grid gap-3">
      <CopyField label={t`Calendar link`} text={url} copied={t`Link copied`} />
      <p className="text-muted">{t`Copy it now, because we don’t show it again, and paste it where your calendar adds one from a URL. Everyone who has the link can see your deadlines and what you pledged.`}</p>
      <a className={buttonClass({ className: 'justify-self-start' })} href={url.replace(/^https?:/, 'webcal:')}>
        <CalendarPlus aria-hidden="true" />
        {t`Open in my calendar app`}
      </a>
    </div>
  );
}

function CalendarState({ calendar: { createdAt, readAt } }: { calendar: Calendar }) {
  return (
    <p className="text-muted">
      <RichText
        text={
          readAt
            ? msg`Link created <created/> · last read by a calendar <read/>`
            : msg`Link created <created/> · not read by a calendar yet`
        }
        tags={{ created: () => <RelativeTime at={createdAt} />, read: () => <RelativeTime at={readAt ?? createdAt} /> }}
      />
    </p>
  );
}

function CalendarLink({ calendar }: { calendar: Calendar | null }) {
  const ready = useHydrated();
  const { busy, url, start, stop } = useCalendar();
  const [asking, setAsking] = useState<'replace' | 'stop'>();
  const close = () => setAsking(undefined);
  const confirm = (act: () => Promise<void>) => () => {
    close();
    void act();
  };
  return (
    <div className="card grid gap-4 p-5">
      <p>{t`Your deadlines in Google Calendar, Apple Calendar, Outlook or another calendar: when pools that you start, back or follow close, when payments are due, and when you have to answer and deliver as a creator.`}</p>
      {calendar ? <CalendarState calendar={calendar} /> : null}
      {calendar && url ? <NewLink url={url} /> : null}
      {calendar ? (
        <div className="flex flex-wrap gap-2.5">
          <Button disabled={!ready} busy={busy} onClick={() => setAsking('replace')}>{t`New link`}</Button>
          <Button disabled={!ready || busy} onClick={() => setAsking('stop')}>{t`Remove link`}</Button>
        </div>
      ) : (
        <Button
          className="justify-self-start"
          disabled={!ready}
          busy={busy}
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={() => void start()}
        >
          {t`Create calendar link`}
        </Button>
      )}
      <Confirm
        open={asking === 'replace'}
        onClose={close}
        onConfirm={confirm(start)}
        title={t`Create a new calendar link?`}
        action={t`Create link`}
      >
        <p>{t`The link you have now stops working, and calendars that use it get nothing new.`}</p>
      </Confirm>
      <Confirm
        open={asking === 'stop'}
        onClose={close}
        onConfirm={confirm(stop)}
        title={t`Remove the calendar link?`}
        action={t`Remove link`}
      >
        <p>{t`It stops working, and calendars that use it get nothing new. You can create another one at any time.`}</p>
      </Confirm>
    </div>
  );
}

/** The address of the person's calendar feed, which calendar programs subscribe to. */
export function CalendarSettings() {
  return (
    <Loaded
      of={useData(myCalendar)}
      loading={<Skeleton className="h-40 w-full" />}
      failed={t`We couldn’t load your calendar link`}
    >
      {({ calendar }) => <CalendarLink calendar={calendar} />}
    </Loaded>
  );
}
