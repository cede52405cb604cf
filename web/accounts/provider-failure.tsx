import { msg, verbatim } from '#contract/language/text.ts';
import { useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
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
  const { id, label } = others.find((other) => other.id === provider) ?? { id: 'google', label: verbatim('Google') };
  if (code !== 'google_other_account' && code !== 'provider_other_account') return <FormFailure message={message} />;
  return (
    <FormFailure message={message}>
      <p className="mt-2">
        <RichText
          text={msg`Sign in with your email and password below, <other>choose the other ${{ provider: label }} account</other>, or <reset>set a new password</reset>.`}
          tags={{
            other: (text) => (
              <TextLink to={startProviderPath(id, target, { chooseAccount: true })} className="tap">
                {text}
              </TextLink>
            ),
            reset: (text) => (
              <TextLink to={forgotHref(target)} className="tap">
                {text}
              </TextLink>
            ),
          }}
        />
      </p>
    </FormFailure>
  );
}
