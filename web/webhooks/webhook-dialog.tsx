import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import { isChatKind, type WebhookKind } from '#contract/webhooks/webhook-limits.ts';
import { webhookPath } from '#contract/webhooks/webhook-paths.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { KindChoice } from './kind-choice.tsx';
import { SecretNote } from './secret-note.tsx';
import { TestStep } from './test-step.tsx';
import type { Created } from './use-webhook-form.ts';
import { WebhookForm } from './webhook-form.tsx';

/** After a webhook was made: the secret of a program, or the test of a channel. Then its page opens. */
function LastStep({ created: { webhook, secret }, onClose }: { created: Created; onClose: () => void }) {
  const open = () => {
    onClose();
    navigate(webhookPath(webhook.id));
  };
  if (secret === null) return <EditWebhook webhook={webhook} isTested onClose={open} />;
  return (
    <Dialog
      open
      dismissible={false}
      onClose={open}
      title={t`Your webhook is ready`}
      footer={<Button variant="primary" onClick={open}>{t`I saved the secret`}</Button>}
    >
      <SecretNote secret={secret} />
    </Dialog>
  );
}

/**
 * Adds a webhook: its kind, unless it was chosen before, its form, and the last step. Each step is a dialog with a key, so that the focus
 * moves into it. Rendered only while open.
 */
export function AddWebhook({ kind: chosen, onClose }: { kind: WebhookKind | undefined; onClose: () => void }) {
  const [kind, setKind] = useState(chosen);
  const [url, setUrl] = useState('');
  const [created, setCreated] = useState<Created>();
  if (created) return <LastStep key="last" created={created} onClose={onClose} />;
  if (!kind) {
    return (
      <Dialog key="kinds" open onClose={onClose} title={t`Where should events go?`}>
        <KindChoice onChoose={setKind} />
      </Dialog>
    );
  }
  const onBack = () => {
    setKind(undefined);
    setUrl('');
  };
  return (
    <WebhookForm
      key={kind}
      kind={kind}
      url={url}
      onClose={onClose}
      {...(chosen ? {} : { onBack })}
      onSwitch={(other, typed) => {
        setKind(other);
        setUrl(typed);
      }}
      onCreated={setCreated}
    />
  );
}

interface EditWebhookProps {
  webhook: Webhook;
  /** Begins with the test of a channel. */
  isTested?: boolean;
  onClose: () => void;
}

/** Changes a webhook. A new URL of a channel leads to its test. Rendered only while open. */
export function EditWebhook({ webhook, isTested = false, onClose }: EditWebhookProps) {
  const { id, kind } = webhook;
  const [isTesting, setTesting] = useState(isTested);
  if (isTesting && isChatKind(kind)) {
    return <TestStep key="test" id={id} kind={kind} onClose={onClose} onReplace={() => setTesting(false)} />;
  }
  return (
    <WebhookForm
      key="form"
      kind={kind}
      webhook={webhook}
      onClose={onClose}
      onSaved={(saved, isMoved) => {
        if (isMoved && isChatKind(kind) && saved.state === 'on') setTesting(true);
        else onClose();
      }}
    />
  );
}
