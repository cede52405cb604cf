import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { deleteAccount } from '#contract/calls/accounts.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { currentLocale, msg, t } from '#contract/language/text.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { asAppError, call, pauseReading } from '#web/data/call.ts';
import { endSessionAndClearDevice } from '#web/data/clear-device.ts';
import { keepToastForNextPage } from '#web/data/kept-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { SignInAgain } from './sign-in-again.tsx';

interface Answer {
  busy: boolean;
  /** The server's refusal; `field` is the form field that caused it. */
  refusal?: { message: string; field?: 'password' | 'username' };
}

/** Ends with a full page load, because the user is a visitor from then on. */
function useDeletion(username: string) {
  const [answer, setAnswer] = useState<Answer>({ busy: false });
  const submit = async (typed: string, password: string) => {
    if (typed.trim().replace(/^@/, '') !== username) {
      setAnswer({ busy: false, refusal: { message: t`That’s not your username.`, field: 'username' } });
      return;
    }
    setAnswer({ busy: true });
    const resume = pauseReading();
    try {
      await endSessionAndClearDevice(() => call(deleteAccount, { body: password ? { password } : {} }));
    } catch (error) {
      resume();
      const { message, details } = asAppError(error);
      const field = details.fields?.password ? 'password' : undefined;
      setAnswer({ busy: false, refusal: { message, field } });
      return;
    }
    keepToastForNextPage({ title: t`Your account is deleted`, description: t`Thank you for being here.` });
    window.location.assign(addressIn(currentLocale(), '/'));
  };
  return { ...answer, submit };
}

function DeleteDialog({
  username,
  asksPassword,
  onClose,
}: {
  username: string;
  asksPassword: boolean;
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
      title={t`Delete your account?`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t`Keep account`}</Button>
          <Button type="submit" form={formId} variant="danger" busy={busy}>{t`Delete my account`}</Button>
        </>
      }
    >
      <form id={formId} method="post" noValidate className="grid gap-4" onSubmit={send}>
        <p>{t`You can’t undo this. Pledges that haven’t been charged are withdrawn.`}</p>
        {refusal && !refusal.field ? (
          <div className="notice" data-tone="danger" role="alert">
            <CircleAlert aria-hidden="true" />
            <p>{refusal.message}</p>
          </div>
        ) : null}
        <TextField
          label={
            <span>
              <RichText text={msg`Type <b>${{ username }}</b> to confirm`} tags={{ b: (text) => <b>{text}</b> }} />
            </span>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={refusal?.field === 'username' ? refusal.message : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {asksPassword ? (
          <PasswordField
            label={t`Your password`}
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

/** Account deletion, with its consequences. */
export function DeleteAccount({ user, settings }: { user: CurrentUser; settings: AccountSettings }) {
  const ready = useHydrated();
  const [open, setOpen] = useState(false);
  return (
    <div className="card grid gap-4 p-5">
      <ul className="grid list-disc gap-1.5 ps-5 text-muted">
        <li>{t`We erase your name, email, picture, bio, saved cards, likes and the text of your comments.`}</li>
        <li>{t`Pledges that haven’t been charged are withdrawn. Requests waiting for your answer are declined.`}</li>
        <li>{t`Payment records stay in our accounts, and pools that other fans have joined stay open, both without your name.`}</li>
        <li>{t`You can’t delete your account while money is held for you or owed to you, or while you have an accepted pool to deliver.`}</li>
      </ul>
      <SignInAgain part="delete" settings={settings} />
      <Button
        variant="danger"
        className="w-full disabled:opacity-100! md:w-max"
        disabled={!ready}
        onClick={() => setOpen(true)}
      >{t`Delete account…`}</Button>
      {open ? (
        <DeleteDialog
          username={user.username}
          asksPassword={settings.hasPassword && !settings.hasSecondFactor}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
