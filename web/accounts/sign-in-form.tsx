import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { loginForm } from '#contract/accounts.ts';
import { login } from '#contract/calls/accounts.ts';
import { localized } from '#contract/language/localized-path.ts';
import { t } from '#contract/language/text.ts';
import { secondStepPath } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { toast } from '#web/ui/toast.tsx';
import { usePageReturn } from '#web/ui/use-page-return.ts';
import { loginFailure, needsSecondStep } from './auth-errors.ts';
import { AccountEmailField, AuthForm } from './auth-form.tsx';
import { forgotHref, reloadSignedIn } from './auth-navigation.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { FormFailure } from './form-failure.tsx';
import { KnownPasswordField } from './known-password-field.tsx';
import { usePasskeyFill, usePasskeysOffered } from './passkey-sign-in.tsx';

type Fields = z.input<typeof loginForm>;

/** The sign-in form. It sets no default values, so text typed before hydration stays. */
export function SignInForm({ target }: { target: string }) {
  const [leaving, setLeaving] = useState(false);
  usePageReturn(() => setLeaving(false));
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setValue, setFocus, clearErrors } = useForm<Fields>({
    resolver: zodResolver(loginForm),
  });
  const { errors, isSubmitting } = formState;
  const hasPasskeys = usePasskeysOffered();
  usePasskeyFill(hasPasskeys && !isSubmitting && !leaving, target, {
    onStart: () => setFailure(undefined),
    onFailure: setFailure,
  });
  const submit = handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(login, { body });
    } catch (error) {
      if (needsSecondStep(error)) {
        setLeaving(true);
        // A full page load: the page must not remember the second step of another account.
        window.location.assign(localized(secondStepPath(target)));
        return;
      }
      const message = loginFailure(error);
      setFailure(message);
      toast({ title: t`Login failed`, description: message, variant: 'destructive' });
      setFocus('password', { shouldSelect: true });
      return;
    }
    setLeaving(true);
    reloadSignedIn(target, t`Login successful`, t`Welcome back`);
  });
  return (
    <>
      <FormFailure message={failure} />
      <AuthForm onSubmit={submit} action={t`Sign In`} busy={isSubmitting || leaving}>
        <AccountEmailField
          // Browsers suggest passkeys in a field whose last word this is.
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
          error={errors.email?.message}
          {...register('email')}
        />
        <KnownPasswordField
          label={t`Password`}
          linkClass="text-end"
          forgotPath={forgotHref(target)}
          error={errors.password?.message}
          {...register('password')}
        />
      </AuthForm>
      <DemoAccounts
        onChoose={({ email, password }) => {
          setValue('email', email);
          setValue('password', password);
          clearErrors();
        }}
      />
    </>
  );
}
