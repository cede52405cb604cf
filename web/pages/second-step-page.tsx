import { useState } from 'react';
import { browserMessages } from '#contract/browser-messages.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { backToSignIn, reloadSignedIn } from '#web/accounts/auth-navigation.ts';
import { Outcome } from '#web/accounts/outcome.tsx';
import { SecondStepForm, secondStep } from '#web/accounts/second-factor/second-step-form.tsx';
import { useSignInTarget } from '#web/accounts/use-sign-in-target.ts';
import { asAppError } from '#web/data/failures.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

// No queries: visitors share the page that the server renders, and only this browser has the cookie of the sign-in.
export const page = definePage({
  title: msg`Confirm that it’s you`,
  description: msg`The second step of a sign-in: a passkey, a code of your authenticator app, or a recovery code.`,
  canonical: paths.secondStep,
  noindex: true,
});

function Over({ signIn }: { signIn: string }) {
  return (
    <Outcome actions={<LinkButton to={signIn} variant="primary">{t`Sign in again`}</LinkButton>}>
      <p>{textOf(browserMessages.second_step_over)}</p>
    </Outcome>
  );
}

export function Component() {
  const target = useSignInTarget();
  const signIn = backToSignIn(target);
  const { error } = useData(secondStep);
  const [isOver, setOver] = useState(false);
  const hasEnded = isOver || (error !== null && asAppError(error).code === 'second_step_over');
  return (
    <AuthFrame
      title={hasEnded ? t`Please start again` : t`Confirm that it’s you`}
      lead={hasEnded ? undefined : t`One more step keeps your account safe.`}
      back={signIn}
      backLabel={t`Sign in`}
    >
      {hasEnded ? (
        <Over signIn={signIn} />
      ) : (
        <>
          <SecondStepForm
            onDone={() => reloadSignedIn(target, t`Login successful`, t`Welcome back`)}
            onOver={() => setOver(true)}
          />
          <p className="mt-6 text-center text-muted">
            <RichText
              text={msg`Not your account? <link>Start again</link>`}
              tags={{
                link: (text) => (
                  <TextLink to={signIn} className="tap">
                    {text}
                  </TextLink>
                ),
              }}
            />
          </p>
        </>
      )}
    </AuthFrame>
  );
}
