import { History, KeyRound, Link2, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '#contract/calls/webhooks.ts';
import { type Text, t } from '#contract/language/text.ts';
import { isChatKind } from '#contract/webhooks/webhook-limits.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { navigate } from '#web/ui/navigation.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretNote } from './secret-note.tsx';
import { EditWebhook } from './webhook-dialog.tsx';
import { useRefreshWebhooks } from './webhook-queries.ts';

/** Runs one action at a time, and reports its failure. */
function useActing() {
  const refresh = useRefreshWebhooks();
  const [acting, setActing] = useState<string>();
  const act = async (name: string, work: () => Promise<unknown>, failure: Text, after = refresh) => {
    setActing(name);
    try {
      await work();
      await after();
    } catch (error) {
      toastError(error, failure);
    } finally {
      setActing(undefined);
    }
  };
  return { acting, act };
}

type Question = 'edit' | 'replay' | 'rotate' | 'delete';

function Questions({
  webhook,
  question,
  onClose,
  onSecret,
}: {
  webhook: Webhook;
  question: Question | undefined;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const { acting, act } = useActing();
  const refresh = useRefresh();
  const params = { id: webhook.id };
  if (question === 'edit') return <EditWebhook webhook={webhook} onClose={onClose} />;
  if (question === 'replay') return <ReplayDialog webhook={webhook} onClose={onClose} />;
  const rotate = async () => {
    const { secret } = await call(rotateWebhookSecret, { params });
    onClose();
    onSecret(secret);
  };
  const remove = async () => {
    await call(deleteWebhook, { params });
    navigate(webhooksPath, { replace: true });
    toast({ title: isChatKind(webhook.kind) ? t`Channel deleted` : t`Webhook deleted` });
  };
  return (
    <>
      <Confirm
        open={question === 'rotate'}
        onClose={onClose}
        onConfirm={() => void act('rotate', rotate, t`The secret wasn’t changed`)}
        busy={acting === 'rotate'}
        variant="primary"
        title={t`Make a new secret?`}
        action={t`Make a new secret`}
      >
        <p>{t`For 24 hours, events are signed with both secrets. After that, the old one no longer works.`}</p>
      </Confirm>
      <Confirm
        open={question === 'delete'}
        onClose={onClose}
        onConfirm={() => void act('delete', remove, t`The webhook wasn’t deleted`, () => refresh(listWebhooks))}
        busy={acting === 'delete'}
        title={isChatKind(webhook.kind) ? t`Delete this channel?` : t`Delete this webhook?`}
        action={t`Delete`}
      >
        <p>
          {isChatKind(webhook.kind)
            ? t`It gets no more messages, and the list of sent messages is deleted too. Messages that are already in the channel stay there.`
            : t`Its server gets no more events, and the list of sent events is deleted too.`}
        </p>
      </Confirm>
    </>
  );
}

/** Whether the channel needs a new URL. */
const isUrlLost = ({ kind, state }: Webhook) => isChatKind(kind) && (state === 'refused' || state === 'gone');

/** Everything that its owner can do with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const ready = useHydrated();
  const { acting, act } = useActing();
  const [question, setQuestion] = useState<Question>();
  const [secret, setSecret] = useState<string>();
  const params = { id: webhook.id };
  const isOn = webhook.state === 'on';
  const isChannel = isChatKind(webhook.kind);
  const isLost = isUrlLost(webhook);
  const common = { disabled: !ready, className: 'disabled:opacity-100!' };
  const ask = (name: Question) => () => setQuestion(name);
  const turn = () => call(changeWebhook, { params, body: { isOn: !isOn } });
  const test = () => call(testWebhook, { params });
  const testFailure = isChannel ? t`The test message wasn’t sent` : t`The test event wasn’t sent`;
  return (
    <div className="flex flex-wrap gap-2.5">
      {isOn ? (
        <>
          <Button
            {...common}
            variant="primary"
            icon={<Send aria-hidden="true" />}
            busy={acting === 'test'}
            onClick={() => void act('test', test, testFailure)}
          >
            {isChannel ? t`Send a test message` : t`Send a test event`}
          </Button>
          <Button {...common} icon={<History aria-hidden="true" />} onClick={ask('replay')}>
            {t`Send everything since…`}
          </Button>
        </>
      ) : null}
      {isLost ? (
        <Button {...common} variant="primary" icon={<Link2 aria-hidden="true" />} onClick={ask('edit')}>
          {t`Replace the URL`}
        </Button>
      ) : null}
      <Button
        {...common}
        variant={isOn || isLost ? 'quiet' : 'primary'}
        icon={<Power aria-hidden="true" />}
        busy={acting === 'turn'}
        onClick={() => void act('turn', turn, t`The webhook wasn’t changed`)}
      >
        {isOn ? t`Turn off` : t`Turn on`}
      </Button>
      <Button {...common} icon={<Pencil aria-hidden="true" />} onClick={ask('edit')}>{t`Edit`}</Button>
      {isChannel ? null : (
        <Button {...common} icon={<KeyRound aria-hidden="true" />} onClick={ask('rotate')}>{t`New secret`}</Button>
      )}
      <Button {...common} icon={<Trash2 aria-hidden="true" />} onClick={ask('delete')}>{t`Delete`}</Button>
      <Questions webhook={webhook} question={question} onClose={() => setQuestion(undefined)} onSecret={setSecret} />
      {secret ? <NewSecret secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </div>
  );
}

function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      dismissible={false}
      onClose={onClose}
      title={t`Your new secret`}
      footer={<Button variant="primary" onClick={onClose}>{t`I saved the secret`}</Button>}
    >
      <SecretNote secret={secret} isRotated />
    </Dialog>
  );
}
