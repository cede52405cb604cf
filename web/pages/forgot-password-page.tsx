import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { knownEmailField } from '#contract/accounts.ts';
import { forgotPassword } from '#contract/calls/accounts.ts';
import { msg, t } from '#contract/language/text.ts';
import { AccountEmailField, AuthForm } from '#web/accounts/auth-form.tsx';
import { backToSignIn, targetOf } from '#web/accounts/auth-navigation.ts';
import { Outcome } from '#web/accounts/outcome.tsx';
import { call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';

export const page = definePage({
  title: msg`Forgot your password`,
  description: msg`Get a link to choose a new password. It works once and expires after one hour.`,
  noindex: true,
});

const form = z.object({ email: knownEmailField });

function Sent({ email, signIn, onAgain }: { email: string; signIn: string; onAgain: () => void }) {
  return (
    <Outcome
      actions={
        <>
          <LinkButton to={signIn} variant="primary">{t`Back to sign in`}</LinkButton>
          <Button onClick={onAgain}>{t`Use another email`}</Button>
        </>
      }
    >
      <p>
        <RichText
          text={msg`If <b>${{ email }}</b> belongs to an account, we’ve emailed a link to choose a new password.`}
          tags={{ b: (text) => <b className="break-all text-ink">{text}</b> }}
        />
      </p>
      <p className="text-sm">{t`The link works once and expires after one hour. Can’t find it? Check your spam folder.`}</p>
    </Outcome>
  );
}

export function Component() {
  const signIn = backToSignIn(targetOf(useSearch()));
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState, reset } = useForm<z.input<typeof form>>({ resolver: zodResolver(form) });
  const submit = handleSubmit(async (body) => {
    try {
      await call(forgotPassword, { body });
      setSentTo(body.email);
    } catch (error) {
      toastError(error);
    }
  });
  const again = () => {
    reset();
    setSentTo(undefined);
  };
  return (
    <AuthFrame
      title={sentTo ? t`Check your email` : t`Forgot your password?`}
      lead={sentTo ? undefined : t`We’ll email you a link to choose a new one.`}
      back={signIn}
      backLabel={t`Sign in`}
    >
      {sentTo ? (
        <Sent email={sentTo} signIn={signIn} onAgain={again} />
      ) : (
        <AuthForm
          onSubmit={submit}
          action={t`Send link`}
          busy={formState.isSubmitting}
          footer={
            <p className="text-center text-muted">
              <RichText
                text={msg`Remembered it? <link>Sign in</link>`}
                tags={{ link: (text) => <TextLink to={signIn}>{text}</TextLink> }}
              />
            </p>
          }
        >
          <AccountEmailField error={formState.errors.email?.message} {...register('email')} />
        </AuthForm>
      )}
    </AuthFrame>
  );
}
