import { useState } from 'react';
import { resendDelivery } from '#contract/calls/webhooks.ts';
import { type Text, t } from '#contract/language/text.ts';
import { isChatKind, type WebhookKind } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { ChatMessage } from './chat-message.tsx';
import { utc } from './delivery-state.tsx';
import { serviceNames } from './webhook-kind.tsx';
import { deliveryOf, useRefreshWebhooks } from './webhook-queries.ts';

/** The text of a program, unchanged. */
function Code({ label, text }: { label: Text; text: string }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-sm font-semibold">{label}</p>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
        tabIndex={0}
        className="max-h-90 overflow-auto rounded-lg bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}

function Fact({ name, text }: { name: Text; text: Text | string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd dir="ltr" className="wrap-anywhere">
        {text}
      </dd>
    </div>
  );
}

function Payload({ kind, payload }: Pick<Webhook, 'kind'> & { payload: object }) {
  const code = <Code label={t`Payload`} text={JSON.stringify(payload, null, 2)} />;
  if (!isChatKind(kind)) return code;
  return (
    <>
      <ChatMessage payload={payload} kind={kind} />
      <Disclosure summary={t`As a program sees it`}>{() => code}</Disclosure>
    </>
  );
}

const answerLabel = (kind: WebhookKind): Text =>
  isChatKind(kind) ? t`Answer from ${{ service: serviceNames[kind] }}` : t`Your server’s answer`;

interface DetailsProps extends Pick<Webhook, 'kind'> {
  id: string;
  isOn: boolean;
  nextTryAt: string | null;
}

/** The payload and the answer of a delivery, and the button that sends it again. */
export function DeliveryDetails({ id, kind, isOn, nextTryAt }: DetailsProps) {
  const refresh = useRefreshWebhooks();
  const [busy, setBusy] = useState(false);
  const sendAgain = async () => {
    setBusy(true);
    try {
      await call(resendDelivery, { params: { id } });
      await refresh();
      toast({ title: t`Sending it again`, durationMs: 3000 });
    } catch (error) {
      toastError(error, t`It wasn’t sent again`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Loaded
      of={useData(deliveryOf(id))}
      loading={<Skeleton className="h-40 w-full" />}
      failed={t`We couldn’t load this event`}
    >
      {({ eventId, triedAt, payload, answer }) => (
        <div className="grid gap-4 pb-2">
          <dl className="grid gap-1 text-sm">
            <Fact name={t`Id`} text={eventId} />
            {triedAt ? <Fact name={t`Last try`} text={utc(triedAt)} /> : null}
            {nextTryAt ? <Fact name={t`Next try`} text={utc(nextTryAt)} /> : null}
          </dl>
          {payload ? (
            <Payload kind={kind} payload={payload} />
          ) : (
            <p className="text-sm text-muted">
              {isChatKind(kind)
                ? t`There is nothing to post: the event is gone, you can no longer see it, or its pool is for adults.`
                : t`This event is gone, or you can no longer see it. It isn’t sent again.`}
            </p>
          )}
          {answer ? <Code label={answerLabel(kind)} text={answer} /> : null}
          {payload && isOn ? (
            <Button size="sm" className="justify-self-start" busy={busy} onClick={() => void sendAgain()}>
              {t`Send again`}
            </Button>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}
