import { useEffect } from 'react';
import { googleFailure } from '#web/accounts/auth-errors.ts';
import { signInOptions } from '#web/accounts/demo-accounts.tsx';
import { authHref, targetOf } from '#web/accounts/enter.ts';
import { EntryFrame } from '#web/accounts/entry-frame.tsx';
import { FormFailure } from '#web/accounts/form-failure.tsx';
import { GoogleButton } from '#web/accounts/google-button.tsx';
import { RegisterForm } from '#web/accounts/register-form.tsx';
import { SignInForm } from '#web/accounts/sign-in-form.tsx';
import { useSearch } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { useSite } from '#web/data/session.ts';
import { TextLink } from '#web/ui/link.tsx';

const modeOf = (search: URLSearchParams) => (search.get('mode') === 'register' ? 'register' : 'login');

export const page = definePage({
  head: ({ url, site }) => ({
    title: modeOf(url.searchParams) === 'register' ? 'Create your account' : 'Sign in',
    description: `Sign in or register to create tip pools on ${site.brandName} and to pledge to them. Nothing is charged until a creator says yes.`,
    canonical: '/auth',
    noindex: true,
  }),
  queries: () => [signInOptions],
});

export function Component() {
  const search = useSearch();
  const { brandName } = useSite();
  const mode = modeOf(search);
  const target = targetOf(search);
  const failure = googleFailure(search.get('error'));
  useEffect(() => saveOriginalPage(target), [target]);
  const registering = mode === 'register';
  const Form = registering ? RegisterForm : SignInForm;
  return (
    <EntryFrame
      title={registering ? 'Create your account' : 'Welcome back'}
      lead={registering ? `One account to ask, to pledge and to create on ${brandName}.` : `Sign in to ${brandName}.`}
    >
      <FormFailure message={failure} />
      <Form key={mode} target={target} />
      <p className="or">Or continue with</p>
      <GoogleButton mode={mode} target={target} />
      <p className="mt-6 text-center text-muted">
        {registering ? 'Already have an account?' : 'New here?'}{' '}
        <TextLink to={authHref(registering ? 'login' : 'register', target)} replace className="tap">
          {registering ? 'Sign in' : 'Create an account'}
        </TextLink>
      </p>
    </EntryFrame>
  );
}
