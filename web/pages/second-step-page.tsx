import { useState } from 'react';
import { errorTable } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { backToSignIn, reloadSignedIn, targetOf } from '#web/accounts/auth-navigation.ts';
import { Outcome } from '#web/accounts/outcome.tsx';
import { SecondStepForm, secondStep } from '#web/accounts/second-factor/second-step-form.tsx';
import { asAppError } from '#web/data/failures.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';

// No queries: visitors share the page that the server renders, and only this browser has the cookie of the sign-in.
export const page = definePage({
  title: 'Confirm that it’s you',
  description: 'The second step of a sign-in: a passkey, a code of your authenticator app, or a recovery code.',
  canonical: paths.secondStep,
  noindex: true,
});

function Over({ signIn }: { signIn: string }) {
  return (
    <Outcome
      actions={
        <LinkButton to={signIn} variant="primary">
          Sign in again
        </LinkButton>
      }
    >
      <p>{errorTable.second_step_over.message}</p>
    </Outcome>
  );
}

export function Component() {
  const target = targetOf(useSearch());
  const signIn = backToSignIn(target);
  const { error } = useData(secondStep);
  const [isOver, setOver] = useState(false);
  const hasEnded = isOver || (error !== null && asAppError(error).code === 'second_step_over');
  return (
    <AuthFrame
      title={hasEnded ? 'Please start again' : 'Confirm that it’s you'}
      lead={hasEnded ? undefined : 'One more step keeps your account safe.'}
      back={signIn}
      backLabel="Sign in"
    >
      {hasEnded ? (
        <Over signIn={signIn} />
      ) : (
        <>
          <SecondStepForm
            onDone={() => reloadSignedIn(target, 'Login successful', 'Welcome back')}
            onOver={() => setOver(true)}
          />
          <p className="mt-6 text-center text-muted">
            Not your account?{' '}
            <TextLink to={signIn} className="tap">
              Start again
            </TextLink>
          </p>
        </>
      )}
    </AuthFrame>
  );
}
