import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { newPasswordField } from '#contract/accounts.ts';
import { answerText } from '#contract/answer-texts.ts';
import { changePassword, getSettings, listSessions } from '#contract/calls/accounts.ts';
import { formatList } from '#contract/language/lists.ts';
import { t, verbatim } from '#contract/language/text.ts';
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

const required = { error: () => t`Current password is required` };
const change = z.object({
  currentPassword: z.string(required).min(1, required).optional(),
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
      toast({ title: t`Password changed`, description: answerText(message) });
    } catch (error) {
      for (const [name, text] of Object.entries(asAppError(error).details.fields ?? {})) {
        if (name === 'currentPassword' || name === 'newPassword') {
          form.setError(name, { message: text }, { shouldFocus: true });
        }
      }
      toastError(error, t`Your password wasn’t changed`);
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
    provider ? [verbatim(`${provider.label} (${email})`)] : [],
  );
  return (
    <form method="post" noValidate className="card grid gap-4 p-5" onSubmit={(event) => void submit(event)}>
      {accounts.length > 0 ? (
        <p className="text-muted">
          {hasPassword
            ? t`You also sign in with ${{ accounts: formatList(accounts) }}.`
            : t`You sign in with ${{ accounts: formatList(accounts) }}. Set a password to sign in without it.`}
        </p>
      ) : null}
      <SignInAgain part="password" settings={settings} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {hasPassword ? (
          <KnownPasswordField
            label={t`Current password`}
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        ) : null}
        <div className="grid gap-3">
          <PasswordField
            label={t`New password`}
            autoComplete="new-password"
            maxLength={limits.password.max}
            error={errors.newPassword?.message}
            {...register('newPassword')}
          />
          <PasswordChecklist password={typed} />
        </div>
      </div>
      <Button type="submit" className="w-full disabled:opacity-100! md:w-max" disabled={!ready} busy={isSubmitting}>
        {hasPassword ? t`Change password` : t`Set a password`}
      </Button>
    </form>
  );
}
