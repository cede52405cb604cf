import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { type AccountSettings, deleteAccount } from '#contract/settings.ts';
import { asAppError, call } from '#web/data/call.ts';
import { keepToastForNextPage } from '#web/data/kept-toast.ts';
import { endSessionAndClearDevice } from '#web/data/clear-device.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { SignInAgain } from './sign-in-again.tsx';

interface Answer {
  busy: boolean;
  /** Why it did not happen; `field` names what was wrong in the form. */
  refusal?: { message: string; field?: 'password' | 'username' };
}

/** Ends in a full navigation: whoever was here is a visitor now. */
function useDeletion(username: string) {
  const [answer, setAnswer] = useState<Answer>({ busy: false });
  const submit = async (typed: string, password: string) => {
    if (typed.trim().replace(/^@/, '') !== username) {
      setAnswer({ busy: false, refusal: { message: 'This is not your username.', field: 'username' } });
      return;
    }
    setAnswer({ busy: true });
    try {
      await endSessionAndClearDevice(() => call(deleteAccount, { body: password ? { password } : {} }));
    } catch (error) {
      const { message, details } = asAppError(error);
      const field = details.fields?.password ? 'password' : undefined;
      setAnswer({ busy: false, refusal: { message, field } });
      return;
    }
    keepToastForNextPage({ title: 'Your account is deleted', description: 'Thank you for having been here.' });
    window.location.assign('/');
  };
  return { ...answer, submit };
}

function DeleteDialog({
  username,
  hasPassword,
  onClose,
}: {
  username: string;
  hasPassword: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const { busy, refusal, submit } = useDeletion(username);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit(typed, password);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" form={formId} variant="danger" busy={busy}>
            Delete my account
          </Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className="grid gap-4" onSubmit={send}>
        <p>This cannot be taken back. Your pledges that no card was charged for are withdrawn.</p>
        {refusal && !refusal.field ? (
          <div className="notice" data-tone="danger" role="alert">
            <CircleAlert aria-hidden="true" />
            <p>{refusal.message}</p>
          </div>
        ) : null}
        <TextField
          label={
            <>
              Type <b>{username}</b> to be sure
            </>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={refusal?.field === 'username' ? refusal.message : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {hasPassword ? (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={refusal?.field === 'password' ? refusal.message : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        ) : null}
      </form>
    </Dialog>
  );
}

/** The way out, and what it means. */
export function DeleteAccount({ user, settings }: { user: CurrentUser; settings: AccountSettings }) {
  const ready = useHydrated();
  const [open, setOpen] = useState(false);
  return (
    <div className="card settings-form">
      <ul className="grid list-disc gap-1.5 pl-5 text-muted">
        <li>Your name, email, picture, bio, saved cards, likes and the words of your comments are erased.</li>
        <li>Pledges that no card was charged for are withdrawn; requests that wait for your answer are declined.</li>
        <li>Payments stay in the books, and pools that others are part of stay open, without your name.</li>
        <li>While money is held for you or due to you, or work that you accepted is not delivered, it has to wait.</li>
      </ul>
      {settings.hasPassword || settings.freshSignIn ? null : <SignInAgain part="delete" />}
      <Button
        variant="danger"
        className="w-full disabled:opacity-100! md:w-max"
        disabled={!ready}
        onClick={() => setOpen(true)}
      >
        Delete account…
      </Button>
      {open ? (
        <DeleteDialog username={user.username} hasPassword={settings.hasPassword} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}
