import { type FormEvent, useId, useState } from 'react';
import { getProofWays, proveIdentity, proveWithPasskey, startPasskeyProof } from '#contract/calls/accounts.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { ProofWays } from '#contract/second-factor.ts';
import { asAppError, call } from '#web/data/call.ts';
import { query, useData } from '#web/data/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { Loaded } from '#web/ui/loading-states.tsx';
import { proveWithProviderPath } from './auth-navigation.ts';
import { PasskeyButton } from './passkey-button.tsx';

// A change elsewhere, such as a new passkey, must show at once.
const myWays = { ...query(getProofWays), staleTime: 0 };

/** Sends the password or the code. */
function useProof(onEnd: (isProven: boolean) => void) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (body: { password: string } | { code: string }) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(proveIdentity, { body }, { isChange: false });
      onEnd(true);
    } catch (error) {
      const { details, message } = asAppError(error);
      setFailure(Object.values(details.fields ?? {})[0] ?? message);
      setBusy(false);
    }
  };
  return { failure, busy, send, setFailure };
}

function PasswordProof({ form, ...proof }: { form: string } & ReturnType<typeof useProof>) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') proof.setFailure(t`Password is required`);
    else void proof.send({ password });
  };
  return (
    <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        data-autofocus=""
        value={password}
        error={proof.failure}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p className="text-sm">
        <a
          className="link tap"
          href={paths.forgotPassword}
          target="_blank"
          rel="noopener"
        >{t`Forgot your password?`}</a>
      </p>
    </form>
  );
}

function CodeProof({ form, ways, ...proof }: { form: string; ways: ProofWays } & ReturnType<typeof useProof>) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') proof.setFailure(t`Code is required`);
    else void proof.send({ code });
  };
  return (
    <form id={form} noValidate onSubmit={submit}>
      <TextField
        label={ways.app ? t`Code` : t`Recovery code`}
        hint={
          ways.app ? t`The six digits that your authenticator app shows, or a recovery code.` : t`Each code works once.`
        }
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus=""
        value={code}
        error={proof.failure}
        onChange={(event) => setCode(event.target.value)}
      />
    </form>
  );
}

function PasskeyProof({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  return (
    <PasskeyButton
      label={t`Use a passkey`}
      wide
      start={() => call(startPasskeyProof, {}, { isChange: false })}
      finish={(body) => call(proveWithPasskey, { body }, { isChange: false })}
      onDone={() => onEnd(true)}
    />
  );
}

/** For accounts that have neither a password nor a second factor: a new sign-in at their provider is the proof. */
function ProviderProof({ ways }: { ways: ProofWays }) {
  const back = window.location.pathname + window.location.search + window.location.hash;
  if (ways.providers.length === 0) {
    return <p className="text-muted">{t`Set a password first: choose “Forgot your password?” on the sign-in page.`}</p>;
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{t`You don’t have a password here, so sign in again. Then come back and do it once more.`}</p>
      {ways.providers.map(({ id, label }) => (
        <a key={id} className={buttonClass({ variant: 'primary' })} href={proveWithProviderPath(id, back)}>
          {t`Sign in with ${{ provider: label }}`}
        </a>
      ))}
    </div>
  );
}

/** Asks for a proof of identity before a dangerous act. `onEnd` gets whether the person gave it. */
export function ProofDialog({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const form = useId();
  const ways = useData(myWays);
  const proof = useProof(onEnd);
  const hasCode = ways.data ? ways.data.app || ways.data.recoveryCodes > 0 : false;
  const hasForm = ways.data ? ways.data.password || hasCode : false;
  return (
    <Dialog
      open
      size="sm"
      title={t`Confirm it’s you`}
      onClose={() => onEnd(false)}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{t`Cancel`}</Button>
          {hasForm ? <Button type="submit" form={form} variant="primary" busy={proof.busy}>{t`Confirm`}</Button> : null}
        </>
      }
    >
      <p className="mb-4 text-muted">{t`You need to confirm this once. After that, we don’t ask again for ten minutes.`}</p>
      <Loaded of={ways} loading={<p role="status">{t`One moment…`}</p>} failed={t`We couldn’t ask you to confirm`}>
        {(data) =>
          data.password ? (
            <PasswordProof form={form} {...proof} />
          ) : data.passkey || hasCode ? (
            <div className="grid gap-4">
              {data.passkey ? <PasskeyProof onEnd={onEnd} /> : null}
              {hasCode ? <CodeProof form={form} ways={data} {...proof} /> : null}
            </div>
          ) : (
            <ProviderProof ways={data} />
          )
        }
      </Loaded>
    </Dialog>
  );
}
