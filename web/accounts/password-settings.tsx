import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { newPasswordField } from '#contract/accounts.ts';
import { changePassword, getSettings, listSessions } from '#contract/calls/accounts.ts';
import { limits } from '#contract/limits.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { asAppError, call, pauseReading } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { KnownPasswordField } from './known-password-field.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { SignInAgain } from './sign-in-again.tsx';

const change = z.object({
  currentPassword: z.string('Current password is required').min(1, 'Current password is required').optional(),
  newPassword: newPasswordField,
});
type Fields = z.input<typeof change>;

function usePasswordChange() {
  const refresh = useRefresh();
  const form = useForm<Fields>({ resolver: zodResolver(change) });
  const submit = form.handleSubmit(async (body) => {
    try {
      // The answer replaces this browser's session.
      const resume = pauseReading();
      const { message } = await call(changePassword, { body }).finally(resume);
      form.reset({ currentPassword: '', newPassword: '' });
      await refresh(getSettings, listSessions);
      toast({ title: 'Password changed', description: message });
    } catch (error) {
      for (const [name, text] of Object.entries(asAppError(error).details.fields ?? {})) {
        if (name === 'currentPassword' || name === 'newPassword') {
          form.setError(name, { message: text }, { shouldFocus: true });
        }
      }
      toastError(error, 'Your password wasn’t changed');
    }
  });
  return { ...form, submit };
}

/** The form that sets or changes the password. */
export function PasswordSettings({ settings }: { settings: AccountSettings }) {
  const ready = useHydrated();
  const { register, control, formState, submit } = usePasswordChange();
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: 'newPassword' }) ?? '';
  const { hasPassword } = settings;
  const accounts = settings.identities.flatMap(({ provider, email }) =>
    provider ? [`${provider.label} (${email})`] : [],
  );
  return (
    <form method="post" noValidate className="card grid gap-4 p-5" onSubmit={(event) => void submit(event)}>
      {accounts.length > 0 ? (
        <p className="text-muted">
          {`You ${hasPassword ? 'also ' : ''}sign in with ${accounts.join(' and ')}. ${hasPassword ? '' : 'Set a password to sign in without it.'}`}
        </p>
      ) : null}
      <SignInAgain part="password" settings={settings} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {hasPassword ? (
          <KnownPasswordField
            label="Current password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        ) : null}
        <div className="grid gap-3">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            maxLength={limits.password.max}
            error={errors.newPassword?.message}
            {...register('newPassword')}
          />
          <PasswordChecklist password={typed} />
        </div>
      </div>
      <Button type="submit" className="w-full disabled:opacity-100! md:w-max" disabled={!ready} busy={isSubmitting}>
        {hasPassword ? 'Change password' : 'Set a password'}
      </Button>
    </form>
  );
}
