import { CircleAlert, CircleCheck, Link2, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { getDelivery, testWebhook } from '#contract/calls/webhooks.ts';
import { type Text, t } from '#contract/language/text.ts';
import type { ChatKind } from '#contract/webhooks/webhook-limits.ts';
import type { Delivery } from '#contract/webhooks/webhooks.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { outcomeOf } from './delivery-state.tsx';
import { serviceNames } from './webhook-kind.tsx';
import { useRefreshWebhooks } from './webhook-queries.ts';

const pollMs = 700;

/** Sends a test message, and follows it until the service answered. */
function useTest(id: string) {
  const refresh = useRefreshWebhooks();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<Delivery>();
  const isOnItsWay = sent?.state === 'pending';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function changes with each rendering
  useEffect(() => {
    if (!sent || !isOnItsWay) return;
    let isOver = false;
    const timer = setInterval(async () => {
      // A read that fails is repeated.
      const next = await call(getDelivery, { params: { id: sent.id } }).catch(() => sent);
      if (isOver) return;
      setSent(next);
      // An answer may have turned the channel off.
      if (next.state !== 'pending') void refresh();
    }, pollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [sent, isOnItsWay]);
  const send = async () => {
    setAsking(true);
    try {
      setSent(await call(testWebhook, { params: { id } }));
      await refresh();
    } catch (error) {
      toastError(error, t`The test message wasn’t sent`);
    } finally {
      setAsking(false);
    }
  };
  return { sent, send, isSending: asking || isOnItsWay };
}

function titleOf(kind: ChatKind): Text {
  return kind === 'discord' ? t`Test your Discord channel` : t`Test your Slack channel`;
}

/** The service does not know the URL, so the next message would fail, too. */
const isRefused = ({ status }: Delivery) => status !== null && [401, 403, 404, 410].includes(status);

function Outcome({ sent, kind }: { sent: Delivery; kind: ChatKind }) {
  const service = serviceNames[kind];
  if (sent.state === 'pending') return <p>{t`The message is on its way…`}</p>;
  if (sent.state === 'succeeded') {
    return (
      <div className="notice" data-tone="paid">
        <CircleCheck aria-hidden="true" />
        <p>{t`The message arrived. See how it looks in ${{ service }}.`}</p>
      </div>
    );
  }
  return (
    <div className="notice" data-tone="danger">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>
          {isRefused(sent)
            ? t`${{ service }} doesn’t know this URL. Copy it again in ${{ service }}, and replace it here.`
            : t`The message didn’t arrive. You can send it again.`}
        </p>
        <p className="text-sm text-muted">{outcomeOf(sent)}</p>
      </div>
    </div>
  );
}

interface TestStepProps {
  id: string;
  kind: ChatKind;
  onClose: () => void;
  /** The service refused the URL, and the person wants to enter another one. */
  onReplace: () => void;
}

/** The last step of a channel with a new URL: the person sees that it works. */
export function TestStep({ id, kind, onClose, onReplace }: TestStepProps) {
  const { sent, send, isSending } = useTest(id);
  const isOver = sent !== undefined && sent.state !== 'pending';
  const hasArrived = sent?.state === 'succeeded';
  const mustReplace = isOver && !hasArrived && isRefused(sent);
  const sendText = sent ? t`Send it again` : t`Send a test message`;
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={titleOf(kind)}
      footer={
        <>
          <Button variant={hasArrived ? 'primary' : 'quiet'} onClick={onClose}>
            {isOver ? t`Done` : t`Skip the test`}
          </Button>
          <Button
            variant={hasArrived ? 'quiet' : 'primary'}
            busy={isSending}
            icon={mustReplace ? <Link2 aria-hidden="true" /> : <Send aria-hidden="true" />}
            data-autofocus
            onClick={() => (mustReplace ? onReplace() : void send())}
          >
            {mustReplace ? t`Replace the URL` : sendText}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {isOver ? null : (
          <p>{t`It’s connected, and news appears there from now on. Send a test message to see how it looks.`}</p>
        )}
        <div role="status">{sent ? <Outcome sent={sent} kind={kind} /> : null}</div>
      </div>
    </Dialog>
  );
}
