import { useEffect } from 'react';
import { msg, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { authHref, targetOf } from '#web/accounts/auth-navigation.ts';
import { signInOptions } from '#web/accounts/demo-accounts.tsx';
import { PasskeySignIn } from '#web/accounts/passkey-sign-in.tsx';
import { ProviderButtons } from '#web/accounts/provider-buttons.tsx';
import { ProviderFailure } from '#web/accounts/provider-failure.tsx';
import { RegisterForm } from '#web/accounts/register-form.tsx';
import { SignInForm } from '#web/accounts/sign-in-form.tsx';
import { useSignInTarget } from '#web/accounts/use-sign-in-target.ts';
import { useSearch } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { optional, useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { MoneySentence } from '#web/pledges/money-sentence.tsx';
import { pledgeIntentOf } from '#web/pledges/pledge-intent.ts';
import { PledgeAside } from '#web/pools/pledge-aside.tsx';
import { poolAtPath, requestedCreatorName } from '#web/pools/pool-query.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const modeOf = (search: URLSearchParams) => (search.get('mode') === 'register' ? 'register' : 'login');

/** The pledge that the visitor finishes after signing in, and its pool. Null if the pool no longer takes pledges. */
function usePledgeAhead(target: string): { pool: Pool; amountCents: number } | null {
  const ahead = pledgeIntentOf(target);
  const { data: pool } = useData(poolBehind(ahead?.poolPath), { enabled: ahead !== null });
  if (!ahead || !pool) return null;
  const { can } = pool;
  if (!can.pledge && !can.pledgeLate) return null;
  return { pool, amountCents: ahead.amountCents };
}

const poolBehind = (path = '') => optional(poolAtPath(path));

export const page = definePage({
  head: ({ url, site }) => ({
    title: modeOf(url.searchParams) === 'register' ? t`Create your account` : t`Sign in`,
    description: t`Sign in or register to start and back tip pools on ${{ brand: site.brandName }}. No card is charged until the goal is met and a creator accepts.`,
    canonical: '/auth',
    noindex: true,
  }),
  queries: ({ url }) => {
    const ahead = pledgeIntentOf(targetOf(url.searchParams));
    return ahead ? [signInOptions, poolBehind(ahead.poolPath)] : [signInOptions];
  },
});

function Aside({ pool, amountCents }: { pool: Pool; amountCents: number }) {
  return (
    <PledgeAside
      pool={pool}
      amountCents={amountCents}
      money={<MoneySentence pool={pool} who={requestedCreatorName(pool)} />}
    />
  );
}

export function Component() {
  const search = useSearch();
  const { brandName } = useSite();
  const mode = modeOf(search);
  const target = useSignInTarget();
  const ahead = usePledgeAhead(target);
  useEffect(() => saveOriginalPage(target), [target]);
  const registering = mode === 'register';
  const Form = registering ? RegisterForm : SignInForm;
  const lead = registering
    ? t`One account to start pools, pledge and create on ${{ brand: brandName }}.`
    : t`Sign in to ${{ brand: brandName }}.`;
  return (
    <AuthFrame
      title={registering ? t`Create your account` : t`Welcome back`}
      lead={ahead ? t`Your pledge is saved. You’ll finish it right after this.` : lead}
      aside={ahead ? <Aside {...ahead} /> : undefined}
    >
      <ProviderFailure code={search.get('error')} provider={search.get('provider')} target={target} />
      <Form key={mode} target={target} />
      <p className="mt-5 mb-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">{t`Or continue with`}</p>
      <div className="grid gap-3">
        {registering ? null : <PasskeySignIn target={target} />}
        <ProviderButtons mode={mode} target={target} />
      </div>
      <p className="mt-6 text-center text-muted">
        <RichText
          text={
            registering
              ? msg`Already have an account? <link>Sign in</link>`
              : msg`New here? <link>Create an account</link>`
          }
          tags={{
            link: (text) => (
              <TextLink to={authHref(registering ? 'login' : 'register', target)} replace className="tap">
                {text}
              </TextLink>
            ),
          }}
        />
      </p>
    </AuthFrame>
  );
}
