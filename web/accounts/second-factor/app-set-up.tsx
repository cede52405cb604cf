import { useId, useState } from 'react';
import { confirmAuthenticatorApp, startAuthenticatorApp } from '#contract/calls/accounts.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import type { ChangedFactor } from '#contract/second-factor.ts';
import { call } from '#web/data/call.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { CodeField } from './code-field.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { useCodeForm } from './use-code-form.ts';

const QrCode = lazyComponent(async () => (await import('#web/ui/qr-code.tsx')).QrCode, {
  browserOnly: true,
  waiting: <Skeleton className="mx-auto size-52" />,
});

interface NewSecret {
  secret: string;
  address: string;
}

interface StepsProps {
  started: NewSecret;
  form: string;
  onSubmit: ReturnType<typeof useCodeForm>;
}

function Steps({ started: { secret, address }, form, onSubmit: code }: StepsProps) {
  return (
    <form id={form} noValidate className="grid gap-5" onSubmit={(event) => void code.submit(event)}>
      <div className="grid gap-3">
        <p>
          <RichText
            text={msg`<b>1.</b> Scan this picture with your authenticator app.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </p>
        <QrCode text={address} alt={t`QR code for your authenticator app`} />
        <p className="font-semibold">{t`Can’t scan it? Type this key:`}</p>
        <code className="block rounded-lg bg-sunken px-4 py-3 leading-[1.5]">{secret}</code>
        <p className="text-sm text-muted">
          <RichText
            text={msg`Is the app on this device? <link>Open it with this key</link>.`}
            tags={{
              link: (text) => (
                <a className="link tap" href={address}>
                  {text}
                </a>
              ),
            }}
          />
        </p>
      </div>
      <div className="grid gap-3">
        <p>
          <RichText
            text={msg`<b>2.</b> Enter the code that the app shows now.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </p>
        <CodeField
          kind="app"
          name="code"
          value={code.code}
          error={code.failure}
          onChange={(event) => code.change(event.target.value)}
        />
      </div>
    </form>
  );
}

export interface AppSetUpProps {
  label: Text;
  variant?: ButtonVariant;
  /** In the page instead of a dialog, for a page that asks for nothing else. */
  inline?: boolean;
  /** Once the app works, and the person has seen the recovery codes that came with it. */
  onDone: (changed: ChangedFactor) => void;
}

/** A button that sets up an authenticator app: with a picture to scan, the first code, and the recovery codes of a first factor. */
export function AppSetUp({ label, variant, inline, onDone }: AppSetUpProps) {
  const ready = useHydrated();
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [started, setStarted] = useState<NewSecret>();
  const [changed, setChanged] = useState<ChangedFactor>();
  const end = (result?: ChangedFactor) => {
    setStarted(undefined);
    setChanged(undefined);
    code.change('');
    if (result) onDone(result);
  };
  const code = useCodeForm(async (typed) => {
    const result = await call(confirmAuthenticatorApp, { body: { code: typed } });
    if (result.recoveryCodes) setChanged(result);
    else end(result);
  });
  const start = async () => {
    setBusy(true);
    try {
      setStarted(await call(startAuthenticatorApp));
    } catch (error) {
      toastError(error, t`The set-up didn’t start`);
    } finally {
      setBusy(false);
    }
  };
  const button = (
    <Button
      variant={variant}
      busy={busy}
      disabled={!ready}
      className="disabled:opacity-100!"
      onClick={() => void start()}
    >
      {label}
    </Button>
  );
  if (!started) return button;
  const title = changed ? t`Save your recovery codes` : t`Set up your authenticator app`;
  const body = changed ? (
    <RecoveryCodeList codes={changed.recoveryCodes ?? []} />
  ) : (
    <Steps started={started} form={form} onSubmit={code} />
  );
  const actions = changed ? (
    <Button variant="primary" onClick={() => end(changed)}>{t`I saved my codes`}</Button>
  ) : (
    <>
      <Button onClick={() => end()}>{t`Cancel`}</Button>
      <Button type="submit" form={form} variant="primary" busy={code.busy}>{t`Turn on`}</Button>
    </>
  );
  if (inline) {
    return (
      <section aria-label={title} className="grid gap-5">
        {body}
        <div className="flex flex-wrap gap-2.5">{actions}</div>
      </section>
    );
  }
  return (
    <>
      {button}
      <Dialog open title={title} dismissible={!changed} onClose={() => end(changed)} footer={actions}>
        {body}
      </Dialog>
    </>
  );
}
