import { useState } from 'react';
import type { ErrorCode } from '#contract/app-error.ts';
import { getCurrentUser, getSettings, verifyEmail } from '#contract/calls/accounts.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { guardPath, paths } from '#contract/paths.ts';
import { Outcome } from '#web/accounts/outcome.tsx';
import { ResendButton } from '#web/accounts/resend-button.tsx';
import { asAppError, call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  title: msg`Confirm your email`,
  description: msg`Confirm your email address with the link that was sent to you.`,
  noindex: true,
});

type Step = 'ask' | 'working' | 'done' | 'invalid' | 'other' | 'taken' | 'failed';

const titles: Record<Step, Message> = {
  ask: msg`Confirm your email`,
  working: msg`Confirming your email`,
  done: msg`Email confirmed`,
  invalid: msg`This link is no longer valid`,
  other: msg`Sign in to confirm your email`,
  taken: msg`This email is already registered`,
  failed: msg`We couldn’t confirm your email`,
};

const stepOf: Partial<Record<ErrorCode, Step>> = {
  link_invalid: 'invalid',
  validation_failed: 'invalid',
  sign_in_to_confirm: 'other',
  email_taken: 'taken',
};

const noAnswer = msg`The server didn’t respond. Your link still works. Try again.`;

/** Confirms when the person presses the button: mail scanners that open links, even with scripts, must not use them up. */
function useVerification(token: string) {
  const [step, setStep] = useState<Step>(token ? 'ask' : 'invalid');
  const [refused, setRefused] = useState<Text>();
  const refresh = useRefresh();
  const signedIn = useUser() !== null;
  const confirm = async () => {
    setStep('working');
    try {
      await call(verifyEmail, { body: { token } });
      // The confirmed address may be a new one.
      if (signedIn) await refresh(getCurrentUser, getSettings);
      setStep('done');
    } catch (error) {
      const { code, status, message } = asAppError(error);
      setRefused(status < 500 ? verbatim(message) : undefined);
      setStep(stepOf[code] ?? 'failed');
    }
  };
  return { step, failure: refused ?? textOf(noAnswer), confirm: () => void confirm() };
}

function InvalidLink() {
  const user = useUser();
  if (user?.emailVerified) {
    return (
      <Outcome actions={<LinkButton to="/" variant="primary">{t`Browse pools`}</LinkButton>}>
        <p>{t`It may have been used already, or a newer link replaced it.`}</p>
        <p>
          <RichText
            text={msg`Your email is <b>${{ email: user.email }}</b>, and it is confirmed.`}
            tags={{ b: (text) => <b className="break-all">{text}</b> }}
          />
        </p>
      </Outcome>
    );
  }
  return (
    <Outcome
      actions={
        user ? (
          <ResendButton variant="primary" />
        ) : (
          <LinkButton to={guardPath(paths.myAccount)} variant="primary">{t`Sign in for a new link`}</LinkButton>
        )
      }
    >
      <p>{t`It may have been used already, or a newer link replaced it.`}</p>
    </Outcome>
  );
}

/** The person is signed out, or signed in to another account than the one of the link. */
function OtherAccount({ token }: { token: string }) {
  const user = useUser();
  return (
    <Outcome
      actions={
        <>
          {user ? null : (
            <LinkButton
              to={guardPath(`${paths.verifyEmail}?token=${encodeURIComponent(token)}`)}
              variant="primary"
            >{t`Sign in`}</LinkButton>
          )}
          <LinkButton to={paths.forgotPassword}>{t`I didn’t create this account`}</LinkButton>
        </>
      }
    >
      {user ? (
        <p>
          <RichText
            text={msg`You’re signed in as <b>@${{ name: user.username }}</b>, and this link belongs to another account. Sign out, sign in to that account, then open the link again.`}
            tags={{ b: (text) => <b className="break-all">{text}</b> }}
          />
        </p>
      ) : (
        <p>{t`Sign in with the account that you created, and your email is confirmed.`}</p>
      )}
      <p>{t`If someone else created an account with your email, choose a new password for it. That signs them out, and the account is yours.`}</p>
    </Outcome>
  );
}

export function Component() {
  const token = useSearch().get('token') ?? '';
  const { step, failure, confirm } = useVerification(token);
  return (
    <AuthFrame title={textOf(titles[step])} back="/" backLabel={t`Home`}>
      {step === 'ask' || step === 'working' ? (
        <Outcome
          actions={<Button variant="primary" busy={step === 'working'} onClick={confirm}>{t`Confirm my email`}</Button>}
        >
          <p>{t`Press the button, and we’ll know that this email is yours.`}</p>
          <noscript>
            <p>{t`Turn on JavaScript and reload this page to confirm your email. Your link still works.`}</p>
          </noscript>
        </Outcome>
      ) : null}
      {step === 'done' ? (
        <Outcome actions={<LinkButton to="/" variant="primary">{t`Browse pools`}</LinkButton>}>
          <p>{t`Thank you. You’ll now get emails about your pledges.`}</p>
        </Outcome>
      ) : null}
      {step === 'invalid' ? <InvalidLink /> : null}
      {step === 'other' ? <OtherAccount token={token} /> : null}
      {step === 'taken' ? (
        <Outcome
          actions={<LinkButton to={`${paths.settings}#email`} variant="primary">{t`Email settings`}</LinkButton>}
        >
          <p>{t`Someone else has registered this address. Your email is unchanged.`}</p>
        </Outcome>
      ) : null}
      {step === 'failed' ? (
        <Outcome actions={<Button variant="primary" onClick={confirm}>{t`Retry`}</Button>}>
          <p>{failure}</p>
        </Outcome>
      ) : null}
    </AuthFrame>
  );
}
