import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Hourglass, MailWarning } from 'lucide-react';
import { useState } from 'react';
import { type UseFormSetError, useForm } from 'react-hook-form';
import { z } from 'zod';
import { type CurrentUser, emailField } from '#contract/accounts.ts';
import { emailChangeText } from '#contract/answer-texts.ts';
import { cancelEmailChange, changeEmail, getSettings } from '#contract/calls/accounts.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { ResendButton } from './resend-button.tsx';
import { accountSettings } from './settings-data.ts';
import { SignInAgain } from './sign-in-again.tsx';

const form = z.object({ email: emailField, password: z.string().optional() });
type Fields = z.input<typeof form>;

function EmailStatus({ user }: { user: CurrentUser }) {
  const Icon = user.emailVerified ? BadgeCheck : MailWarning;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
      <div className="min-w-0">
        <p className="font-semibold break-all">{user.email}</p>
        <p
          className={`mt-0.5 flex items-center gap-1.5 text-sm ${user.emailVerified ? 'text-paid-text' : 'text-muted'}`}
        >
          <Icon aria-hidden="true" className="size-4!" />
          <span>{user.emailVerified ? t`Confirmed` : t`Not confirmed yet. Open the link we emailed you.`}</span>
        </p>
      </div>
      {user.emailVerified ? null : <ResendButton size="sm" />}
    </div>
  );
}

/** A new email address that the user has not confirmed yet. */
function Pending({ email }: { email: string }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      queries.setQueryData(accountSettings.queryKey, await call(cancelEmailChange));
      toast({
        title: t`Email change canceled`,
        description: t`Your email stays the same, and the link we sent no longer works.`,
      });
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <div className="notice" role="status">
      <Hourglass aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <RichText
            text={msg`Open the link we sent to <b>${{ email }}</b> to make it your new email.`}
            tags={{ b: (text) => <b className="break-all">{text}</b> }}
          />
        </p>
        <Button size="sm" busy={busy} onClick={() => void cancel()}>{t`Cancel change`}</Button>
      </div>
    </div>
  );
}

function showFailure(error: unknown, setError: UseFormSetError<Fields>): void {
  const { code, details, message } = asAppError(error);
  const fields = code === 'email_taken' ? { email: message } : (details.fields ?? {});
  for (const [name, text] of Object.entries(fields)) {
    if (name === 'email' || name === 'password') setError(name, { message: text });
  }
  toastError(error, t`Your email wasn’t changed`);
}

/** With a second factor, a dialog asks for that instead of the password. */
function ChangeForm({ asksPassword }: { asksPassword: boolean }) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const { register, handleSubmit, formState, setError, reset } = useForm<Fields>({ resolver: zodResolver(form) });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email, password }) => {
    try {
      await call(changeEmail, { body: { email, ...(password ? { password } : {}) } });
      await refresh(getSettings);
      reset({ email: '', password: '' });
      toast({ title: t`Check your email`, description: textOf(emailChangeText(email)) });
    } catch (error) {
      showFailure(error, setError);
    }
  });
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t`New email`}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`We’ll send a confirmation link there.`}
          error={errors.email?.message}
          {...register('email')}
        />
        {asksPassword ? (
          <PasswordField
            label={t`Your password`}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        ) : null}
      </div>
      <Button
        type="submit"
        className="w-full disabled:opacity-100! md:w-max"
        disabled={!ready}
        busy={isSubmitting}
      >{t`Change email`}</Button>
    </form>
  );
}

/** The email address for sign-in and messages. */
export function EmailSettings({ user, settings }: { user: CurrentUser; settings: AccountSettings }) {
  return (
    <div className="card grid gap-4 p-5">
      <EmailStatus user={user} />
      {settings.pendingEmail ? <Pending email={settings.pendingEmail} /> : null}
      <div className="grid gap-4 border-t border-line pt-4">
        <SignInAgain part="email" settings={settings} />
        <ChangeForm asksPassword={settings.hasPassword && !settings.hasSecondFactor} />
      </div>
    </div>
  );
}
