import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { CurrentUser } from '#contract/accounts.ts';
import { login } from '#contract/calls/accounts.ts';
import { paths } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { loginFailure } from './auth-errors.ts';
import { startGooglePath } from './auth-navigation.ts';
import { signInOptions } from './demo-accounts.tsx';

/** How the question ended: here, in another tab, or without a session. */
type Outcome = 'signedIn' | 'elsewhere' | 'visitor';

/** Asks one person to sign in again. Only they can, because the page shows their data and their text. */
function SignInDialog({ user, onEnd }: { user: CurrentUser; onEnd: (outcome: Outcome) => void }) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const hasGoogle = useData(signInOptions).data?.google === true;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setFailure('Password is required');
    setBusy(true);
    setFailure(undefined);
    try {
      await call(login, { body: { email: user.email, password } });
      onEnd('signedIn');
    } catch (error) {
      setFailure(loginFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="sm"
      dismissible={false}
      title="Sign in to continue"
      onClose={() => onEnd('visitor')}
      footer={
        <>
          <Button onClick={() => onEnd('visitor')}>Discard and continue signed out</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Sign In
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-muted">You’ve been signed out. This page is as you left it, with everything you typed.</p>
        <TextField label="Email" type="email" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus=""
          value={password}
          error={failure}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <a className="link tap" href={paths.forgotPassword} target="_blank" rel="noopener">
            Forgot your password?
          </a>
          {hasGoogle ? (
            <a className={buttonClass({ size: 'sm' })} href={startGooglePath('/')} target="_blank" rel="noopener">
              Sign in with Google
            </a>
          ) : null}
        </p>
      </form>
    </Dialog>
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
