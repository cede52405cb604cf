import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { providerLinkedText } from '#contract/answer-texts.ts';
import { login } from '#contract/calls/accounts.ts';
import { completeLink, mailLinkCode, signInWithLinkCode } from '#contract/calls/providers.ts';
import { localized } from '#contract/language/localized-path.ts';
import { t, textOf } from '#contract/language/text.ts';
import { paths, secondStepPath } from '#contract/paths.ts';
import { linkCodeForm, type WaitingLink } from '#contract/providers.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { toastError } from '#web/ui/toast.tsx';
import { usePageReturn } from '#web/ui/use-page-return.ts';
import { loginFailure } from './auth-errors.ts';
import { AuthForm } from './auth-form.tsx';
import { forgotHref, reloadSignedIn } from './auth-navigation.ts';
import { FormFailure } from './form-failure.tsx';
import { KnownPasswordField } from './known-password-field.tsx';
import { ConfirmWithPasskey, usePasskeysOffered } from './passkey-sign-in.tsx';

/** Links the provider to the account whose session this browser has now, and leaves for the page that the person wanted. */
export async function finishLink({ provider, redirect }: WaitingLink): Promise<void> {
  await call(completeLink);
  reloadSignedIn(redirect, t`${{ provider: provider.label }} linked`, textOf(providerLinkedText(provider.label)));
}

/** The session is open now. If the link fails, this page says why to the signed-in person. */
const linkOrReload = (link: WaitingLink) => finishLink(link).catch(() => window.location.reload());

/** Shows why the sign-in failed. */
type Failure = (error: unknown) => void;

/** Signs in, then links. A person with a second factor links after the second step, which leads back to this page. */
function useProof(link: WaitingLink) {
  const [leaving, setLeaving] = useState(false);
  usePageReturn(() => setLeaving(false));
  const prove = async (signIn: () => Promise<unknown>, onFailure: Failure) => {
    try {
      await signIn();
    } catch (error) {
      if (asAppError(error).code === 'second_step_required') {
        setLeaving(true);
        window.location.assign(localized(secondStepPath(paths.linkProvider)));
      } else onFailure(error);
      return;
    }
    setLeaving(true);
    await linkOrReload(link);
  };
  return { leaving, prove };
}

const required = { error: () => t`Password is required` };
const passwordForm = z.object({
  password: z.string(required).min(1, required).max(1000),
});

function PasswordProof({ link }: { link: WaitingLink }) {
  const { leaving, prove } = useProof(link);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm<z.input<typeof passwordForm>>({
    resolver: zodResolver(passwordForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(({ password }) => {
    setFailure(undefined);
    return prove(
      () => call(login, { body: { email: link.account, password } }),
      (error) => setFailure(loginFailure(error)),
    );
  });
  return (
    <>
      <FormFailure message={failure} />
      <AuthForm onSubmit={submit} action={t`Link ${{ provider: link.provider.label }}`} busy={isSubmitting || leaving}>
        <TextField label={t`Email`} type="email" autoComplete="username" value={link.account} readOnly />
        <KnownPasswordField
          label={t`Password`}
          linkClass="text-end"
          forgotPath={forgotHref('/')}
          error={errors.password?.message}
          {...register('password')}
        />
      </AuthForm>
    </>
  );
}

function CodeForm({ link, onAgain, busy }: { link: WaitingLink; onAgain: () => void; busy: boolean }) {
  const { leaving, prove } = useProof(link);
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof linkCodeForm>>({
    resolver: zodResolver(linkCodeForm),
  });
  const submit = handleSubmit((body) =>
    prove(
      () => call(signInWithLinkCode, { body }),
      (error) => setError('code', { message: asAppError(error).message }, { shouldFocus: true }),
    ),
  );
  return (
    <AuthForm
      onSubmit={submit}
      action={t`Link ${{ provider: link.provider.label }}`}
      busy={formState.isSubmitting || leaving}
      footer={<Button variant="quiet" busy={busy} onClick={onAgain}>{t`Email another code`}</Button>}
    >
      <TextField
        label={t`Code from the email`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        hint={t`Eight digits. It works for ten minutes. Can’t find it? Check your spam folder.`}
        error={formState.errors.code?.message}
        {...register('code')}
      />
    </AuthForm>
  );
}

/** Asks a signed-out person to prove that the account with the provider's address is theirs: with its password, a passkey, or a mailed code. */
export function ProveAccount({ link }: { link: WaitingLink }) {
  const ready = useHydrated();
  const hasPasskeys = usePasskeysOffered();
  const [hasCode, setHasCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const mail = async () => {
    setBusy(true);
    try {
      await call(mailLinkCode);
      setHasCode(true);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  if (hasCode) return <CodeForm link={link} onAgain={() => void mail()} busy={busy} />;
  return (
    <>
      <PasswordProof link={link} />
      <p className="mt-5 mb-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">{t`Or without your password`}</p>
      <div className="grid gap-3">
        {hasPasskeys ? <ConfirmWithPasskey onDone={() => void linkOrReload(link)} /> : null}
        <Button
          wide
          size="lg"
          disabled={!ready}
          className="disabled:opacity-100!"
          busy={busy}
          onClick={() => void mail()}
        >{t`Email me a code`}</Button>
      </div>
    </>
  );
}
