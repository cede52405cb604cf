import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { CurrentUser } from '#contract/accounts.ts';
import { browserMessages } from '#contract/browser-messages.ts';
import { login } from '#contract/calls/accounts.ts';
import { type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { loginFailure, needsSecondStep } from './auth-errors.ts';
import { startProviderPath } from './auth-navigation.ts';
import { signInOptions } from './demo-accounts.tsx';
import { ConfirmWithPasskey } from './passkey-sign-in.tsx';
import { CodeField } from './second-factor/code-field.tsx';
import { confirmSignIn, otherWay, secondStep, useCodeKind } from './second-factor/second-step-form.tsx';
import { useCodeForm } from './second-factor/use-code-form.ts';

/** How the question ended: here, in another tab, or without a session. */
type Outcome = 'signedIn' | 'elsewhere' | 'visitor';

interface StepProps {
  user: CurrentUser;
  onEnd: (outcome: Outcome) => void;
}

/** The dialog around a step. Only this person can sign in, because the page shows their data and their text. */
function Frame({
  form,
  title,
  action,
  busy,
  onEnd,
  children,
}: Pick<StepProps, 'onEnd'> & { form: string; title: Text; action: Text; busy: boolean; children: ReactNode }) {
  return (
    <Dialog
      open
      size="sm"
      dismissible={false}
      title={title}
      onClose={() => onEnd('visitor')}
      footer={
        <>
          <Button onClick={() => onEnd('visitor')}>{t`Discard and continue signed out`}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function PasswordStep({ user, notice, onEnd, onStep }: StepProps & { notice: string | undefined; onStep: () => void }) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState(notice);
  const [busy, setBusy] = useState(false);
  const options = useData(signInOptions).data;
  const providers = [
    ...(options?.google ? [{ id: 'google', label: verbatim('Google') }] : []),
    ...(options?.providers ?? []),
  ];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setFailure(t`Password is required`);
    setBusy(true);
    setFailure(undefined);
    try {
      await call(login, { body: { email: user.email, password } });
      onEnd('signedIn');
    } catch (error) {
      if (needsSecondStep(error)) return onStep();
      setFailure(loginFailure(error));
      setBusy(false);
    }
  };
  return (
    <Frame form={form} title={t`Sign in to continue`} action={t`Sign In`} busy={busy} onEnd={onEnd}>
      <form id={form} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-muted">{t`You’ve been signed out. This page is as you left it, with everything you typed.`}</p>
        <TextField label={t`Email`} type="email" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus=""
          value={password}
          error={failure}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <a
            className="link tap"
            href={paths.forgotPassword}
            target="_blank"
            rel="noopener"
          >{t`Forgot your password?`}</a>
          {providers.map(({ id, label }) => (
            <a
              key={id}
              className={buttonClass({ size: 'sm' })}
              href={startProviderPath(id, '/')}
              target="_blank"
              rel="noopener"
            >
              {t`Sign in with ${{ provider: label }}`}
            </a>
          ))}
        </p>
      </form>
    </Frame>
  );
}

/** The second step of the sign-in, for accounts that have one. */
function CodeStep({ user, onEnd, onOver }: StepProps & { onOver: () => void }) {
  const id = useId();
  const hasPasskey = useData(secondStep).data?.passkey === true;
  const { kind, other, change } = useCodeKind();
  const form = useCodeForm(confirmSignIn(() => onEnd('signedIn'), onOver));
  return (
    <Frame form={id} title={t`Confirm that it’s you`} action={t`Confirm`} busy={form.busy} onEnd={onEnd}>
      <form id={id} noValidate className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
        <p className="text-muted">{t`Your password was right. One more step, and this page goes on as you left it.`}</p>
        <CodeField
          key={kind}
          kind={kind}
          name="code"
          data-autofocus=""
          value={form.code}
          error={form.failure}
          onChange={(event) => form.change(event.target.value)}
        />
        {hasPasskey ? (
          // Another person's passkey signs that person in, and this page is not theirs.
          <ConfirmWithPasskey onDone={({ id }) => (id === user.id ? onEnd('signedIn') : window.location.assign('/'))} />
        ) : null}
        {other ? (
          <Button
            size="sm"
            onClick={() => {
              form.change('');
              change();
            }}
          >
            {textOf(otherWay[other])}
          </Button>
        ) : null}
      </form>
    </Frame>
  );
}

/** Asks one person to sign in again. */
function SignInDialog({ user, onEnd }: StepProps) {
  const queries = useQueryClient();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [notice, setNotice] = useState<string>();
  if (step === 'code') {
    return (
      <CodeStep
        user={user}
        onEnd={onEnd}
        onOver={() => {
          setNotice(textOf(browserMessages.second_step_over));
          setStep('password');
        }}
      />
    );
  }
  return (
    <PasswordStep
      user={user}
      notice={notice}
      onEnd={onEnd}
      onStep={() => {
        queries.removeQueries({ queryKey: secondStep.queryKey });
        setStep('code');
      }}
    />
  );
}

/**
 * Shows the dialog above the page, in a separate tree: the page keeps its state, and no page loads this code before it is needed.
 * `watch` gets a function that closes the dialog, and returns what ends the watch.
 */
export function openSignInDialog(
  queries: QueryClient,
  user: CurrentUser,
  watch: (close: () => void) => () => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const host = document.body.appendChild(document.createElement('div'));
    const root = createRoot(host);
    const end = (outcome: Outcome) => {
      stop();
      root.unmount();
      host.remove();
      resolve(outcome);
    };
    const stop = watch(() => end('elsewhere'));
    root.render(
      <QueryClientProvider client={queries}>
        <SignInDialog user={user} onEnd={end} />
      </QueryClientProvider>,
    );
  });
}
