import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type UseFormSetError, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { registerForm } from '#contract/accounts.ts';
import { register as registerAccount } from '#contract/calls/accounts.ts';
import { currentLanguage, msg, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { isEmail } from '#contract/values/is-email.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useSite } from '#web/data/session.ts';
import { TextField } from '#web/ui/forms/field.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';
import { usePageReturn } from '#web/ui/use-page-return.ts';
import { registerFailure } from './auth-errors.ts';
import { AccountEmailField, AuthForm } from './auth-form.tsx';
import { reloadSignedIn } from './auth-navigation.ts';
import { FormFailure } from './form-failure.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { useUsernameCheck } from './use-username-check.ts';

type Fields = z.input<typeof registerForm>;

/** Checks the email format, debounced. */
function useEmailCheck(email: string): 'unknown' | 'valid' | 'invalid' {
  const [checked, setChecked] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setChecked(email), limits.emailDebounceMs);
    return () => clearTimeout(timer);
  }, [email]);
  if (email.trim() === '' || checked !== email) return 'unknown';
  return isEmail(email.trim()) ? 'valid' : 'invalid';
}

/** Shows the error in a toast and at the field it concerns. Returns the message. */
function showFailure(error: unknown, setError: UseFormSetError<Fields>): string {
  const { message, field } = registerFailure(error);
  toast({ title: t`Registration failed`, description: message, variant: 'destructive' });
  for (const [name, text] of Object.entries(asAppError(error).details.fields ?? {})) {
    if (name === 'email' || name === 'username' || name === 'password') setError(name, { message: text });
  }
  if (field) {
    const text = field === 'email' ? t`Already registered` : t`This username is already taken`;
    setError(field, { message: text }, { shouldFocus: true });
  }
  return message;
}

/** The registration form. It sets no default values, so text typed before hydration stays. */
export function RegisterForm({ target }: { target: string }) {
  const { brandName } = useSite();
  const [leaving, setLeaving] = useState(false);
  usePageReturn(() => setLeaving(false));
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setError, control } = useForm<Fields>({
    resolver: zodResolver(registerForm),
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control });
  const availability = useUsernameCheck(typed.username ?? '');
  const emailState = useEmailCheck(typed.email ?? '');
  const taken = availability === 'taken' ? t`This username is already taken` : undefined;
  const badEmail = emailState === 'invalid' ? t`Please enter a valid email address` : undefined;
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(registerAccount, { body: { ...body, locale: currentLanguage()?.locale } });
    } catch (error) {
      setFailure(showFailure(error, setError));
      return;
    }
    setLeaving(true);
    reloadSignedIn(
      target,
      t`Registration successful`,
      t`Welcome to ${{ brand: brandName }}! Check your email for a welcome message.`,
    );
  });
  return (
    <>
      <FormFailure message={failure} />
      <AuthForm
        onSubmit={submit}
        action={t`Create account`}
        busy={isSubmitting || leaving}
        footer={
          <p className="text-center text-sm text-muted">
            <RichText
              text={msg`By creating an account you agree to the <terms>Terms of Service</terms> and the <privacy>Privacy Policy</privacy>.`}
              tags={{
                terms: (text) => <TextLink to={paths.termsOfService}>{text}</TextLink>,
                privacy: (text) => <TextLink to={paths.privacyPolicy}>{text}</TextLink>,
              }}
            />
          </p>
        }
      >
        <TextField
          label={t`Username`}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.username.max}
          error={errors.username?.message ?? taken}
          good={availability === 'available' ? t`Username is available` : undefined}
          hint={t`Letters, numbers, underscores and hyphens.`}
          {...register('username')}
        />
        <AccountEmailField error={errors.email?.message ?? badEmail} {...register('email')} />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          maxLength={limits.password.max}
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordChecklist password={typed.password ?? ''} />
      </AuthForm>
    </>
  );
}
