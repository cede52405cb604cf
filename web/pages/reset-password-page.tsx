import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { newPasswordField } from '#contract/accounts.ts';
import { resetPassword } from '#contract/calls/accounts.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { AuthForm } from '#web/accounts/auth-form.tsx';
import { backToSignIn } from '#web/accounts/auth-navigation.ts';
import { Outcome } from '#web/accounts/outcome.tsx';
import { PasswordChecklist } from '#web/accounts/password-checklist.tsx';
import { asAppError, call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { originalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { toastError } from '#web/ui/toast.tsx';

export const page = definePage({
  title: msg`Choose a new password`,
  description: msg`Choose a new password with the link from your email. This ends all other sessions.`,
  noindex: true,
});

const form = z.object({ password: newPasswordField });

function InvalidLink() {
  return (
    <Outcome actions={<LinkButton to={paths.forgotPassword} variant="primary">{t`Get a new link`}</LinkButton>}>
      <p>{t`This link is no longer valid.`}</p>
      <p className="text-sm">{t`Each link works once and expires after one hour. Only the newest link works.`}</p>
    </Outcome>
  );
}

function Done() {
  return (
    <Outcome actions={<LinkButton to={backToSignIn(originalPage())} variant="primary">{t`Sign in`}</LinkButton>}>
      <p>{t`Your new password is set.`}</p>
      <p className="text-sm">{t`Your other sessions have ended. Sign in again with the new password.`}</p>
    </Outcome>
  );
}

function NewPasswordForm({ token, onEnd }: { token: string; onEnd: (end: 'done' | 'invalid') => void }) {
  const { register, handleSubmit, formState, control, setError } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
  });
  const password = useWatch({ control, name: 'password' }) ?? '';
  const submit = handleSubmit(async (body) => {
    try {
      await call(resetPassword, { body: { token, ...body } });
      onEnd('done');
    } catch (error) {
      const { code, details } = asAppError(error);
      if (code === 'link_invalid') return onEnd('invalid');
      if (details.fields?.token) return onEnd('invalid');
      if (details.fields?.password) return setError('password', { message: details.fields.password });
      toastError(error);
    }
  });
  return (
    <AuthForm onSubmit={submit} action={t`Set password`} busy={formState.isSubmitting}>
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        maxLength={limits.password.max}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <PasswordChecklist password={password} />
    </AuthForm>
  );
}

const titles = { form: msg`Choose a new password`, done: msg`Password changed`, invalid: msg`This link has expired` };

export function Component() {
  const token = useSearch().get('token') ?? '';
  const [step, setStep] = useState<keyof typeof titles>(token ? 'form' : 'invalid');
  return (
    <AuthFrame
      title={textOf(titles[step])}
      lead={step === 'form' ? t`This signs you out on all other devices.` : undefined}
      back={paths.auth}
      backLabel={t`Sign in`}
    >
      {step === 'form' ? <NewPasswordForm token={token} onEnd={setStep} /> : null}
      {step === 'done' ? <Done /> : null}
      {step === 'invalid' ? <InvalidLink /> : null}
    </AuthFrame>
  );
}
