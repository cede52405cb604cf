import { TextLink } from '#web/ui/link.tsx';
import { googleFailure } from './auth-errors.ts';
import { forgotHref, startGooglePath } from './auth-navigation.ts';
import { FormFailure } from './form-failure.tsx';

/** The reason for a failed Google sign-in, and the other ways to sign in. */
export function GoogleFailure({ code, target }: { code: string | null; target: string }) {
  const message = googleFailure(code);
  if (code !== 'google_other_account') return <FormFailure message={message} />;
  return (
    <FormFailure message={message}>
      <p className="mt-2">
        Sign in with your email and password below,{' '}
        <TextLink to={startGooglePath(target, { chooseAccount: true })} className="tap">
          choose the other Google account
        </TextLink>
        , or{' '}
        <TextLink to={forgotHref(target)} className="tap">
          set a new password
        </TextLink>
        .
      </p>
    </FormFailure>
  );
}
