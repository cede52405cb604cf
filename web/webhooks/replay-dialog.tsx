import { useState } from 'react';
import { replayWebhook } from '#contract/calls/webhooks.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { isChatKind, webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useRefreshWebhooks } from './webhook-queries.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** After this time, the events are in the list, unless there are very many. */
const listedAfterMs = 1000;

interface Span {
  label: Text;
  ms: number;
}

const hours = (count: number): Span => ({
  label: t`${plural({ hours: count }, { one: 'The last hour', other: 'The last # hours' })}`,
  ms: count * hourMs,
});
const days = (count: number): Span => ({
  label: t`${plural({ days: count }, { one: 'The last day', other: 'The last # days' })}`,
  ms: count * dayMs,
});

/**
 * The times to choose from; first since the failures began, or the first event was missed, also if it works again. A minute remains for the
 * request to arrive.
 */
function spansOf({ failingSince, missedSince }: Webhook): Span[] {
  const [first] = [failingSince, missedSince].filter((time) => time !== null).toSorted();
  const failing: Span[] = first
    ? [
        {
          label: t`Since it failed first, ${{ date: fullDate(first) }}`,
          ms: Date.now() - Date.parse(first) + hourMs,
        },
      ]
    : [];
  const latest = webhookLimits.keptMs - 60_000;
  return [...failing, hours(1), hours(6), days(1), days(3), days(7), days(30)].map((span) => ({
    ...span,
    ms: Math.min(span.ms, latest),
  }));
}

/** Asks since when everything is sent again. Rendered only while open. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const refresh = useRefreshWebhooks();
  const [busy, setBusy] = useState(false);
  const [spans] = useState(() => spansOf(webhook));
  const [ms, setMs] = useState(spans[0]?.ms ?? hourMs);
  const send = async () => {
    setBusy(true);
    try {
      const since = new Date(Date.now() - ms).toISOString();
      await call(replayWebhook, { params: { id: webhook.id }, body: { since } });
      onClose();
      toast({
        title: t`Sending the events again`,
        description: t`They appear in the list. If nothing happened since then, it stays as it is.`,
      });
      setTimeout(() => void refresh(), listedAfterMs);
    } catch (error) {
      toastError(error, t`Nothing was sent again`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t`Send everything since…`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>{t`Send again`}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SelectField label={t`Events`} value={ms} onChange={(event) => setMs(Number(event.target.value))}>
          {spans.map((span) => (
            <option key={span.label} value={span.ms}>
              {span.label}
            </option>
          ))}
        </SelectField>
        <p className="text-sm text-muted">
          {isChatKind(webhook.kind)
            ? t`Messages that are in the channel already appear there a second time.`
            : t`Events keep their ids, so a server that remembers them can skip what it already has.`}
        </p>
      </div>
    </Dialog>
  );
}
