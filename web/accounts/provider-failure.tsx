import { useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { providerFailure } from './auth-errors.ts';
import { forgotHref, startProviderPath } from './auth-navigation.ts';
import { signInOptions } from './demo-accounts.tsx';
import { FormFailure } from './form-failure.tsx';

interface Props {
  code: string | null;
  /** The id of the provider; null for Google. */
  provider: string | null;
  target: string;
}

/** The reason for a failed sign-in with a provider, and the other ways to sign in. */
export function ProviderFailure({ code, provider, target }: Props) {
  const others = useData(signInOptions).data?.providers ?? [];
  const message = providerFailure(code);
  const { id, label } = others.find((other) => other.id === provider) ?? { id: 'google', label: 'Google' };
  if (code !== 'google_other_account' && code !== 'provider_other_account') return <FormFailure message={message} />;
  return (
    <FormFailure message={message}>
      <p className="mt-2">
        Sign in with your email and password below,{' '}
        <TextLink to={startProviderPath(id, target, { chooseAccount: true })} className="tap">
          choose the other {label} account
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
