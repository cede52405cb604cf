import { useEffect } from 'react';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { authHref, targetOf } from '#web/accounts/auth-navigation.ts';
import { signInOptions } from '#web/accounts/demo-accounts.tsx';
import { PasskeySignIn } from '#web/accounts/passkey-sign-in.tsx';
import { ProviderButtons } from '#web/accounts/provider-buttons.tsx';
import { ProviderFailure } from '#web/accounts/provider-failure.tsx';
import { RegisterForm } from '#web/accounts/register-form.tsx';
import { SignInForm } from '#web/accounts/sign-in-form.tsx';
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

const modeOf = (search: URLSearchParams) => (search.get('mode') === 'register' ? 'register' : 'login');

/** The pledge that the visitor finishes after signing in, and its pool. Null if the pool no longer takes pledges. */
function usePledgeAhead(target: string): { pool: Pool; pledge: string } | null {
  const ahead = pledgeIntentOf(target);
  const { data: pool } = useData(poolBehind(ahead?.poolPath), { enabled: ahead !== null });
  if (!ahead || !pool) return null;
  const { can } = pool;
  if (!can.pledge && !can.pledgeLate) return null;
  return { pool, pledge: `${can.pledgeLate ? 'Pay' : 'Pledge'} ${formatMoney(ahead.amountCents)}` };
}

const poolBehind = (path = '') => optional(poolAtPath(path));

export const page = definePage({
  head: ({ url, site }) => ({
    title: modeOf(url.searchParams) === 'register' ? 'Create your account' : 'Sign in',
    description: `Sign in or register to start and back tip pools on ${site.brandName}. No card is charged until the goal is met and a creator accepts.`,
    canonical: '/auth',
    noindex: true,
  }),
  queries: ({ url }) => {
    const ahead = pledgeIntentOf(targetOf(url.searchParams));
    return ahead ? [signInOptions, poolBehind(ahead.poolPath)] : [signInOptions];
  },
});

function Aside({ pool, pledge }: { pool: Pool; pledge: string }) {
  return (
    <PledgeAside
      pool={pool}
      pledge={pledge}
      money={<MoneySentence pool={pool} who={requestedCreatorName(pool) ?? 'a creator'} />}
    />
  );
}

export function Component() {
  const search = useSearch();
  const { brandName } = useSite();
  const mode = modeOf(search);
  const target = targetOf(search);
  const ahead = usePledgeAhead(target);
  useEffect(() => saveOriginalPage(target), [target]);
  const registering = mode === 'register';
  const Form = registering ? RegisterForm : SignInForm;
  const lead = registering
    ? `One account to start pools, pledge and create on ${brandName}.`
    : `Sign in to ${brandName}.`;
  return (
    <AuthFrame
      title={registering ? 'Create your account' : 'Welcome back'}
      lead={ahead ? 'Your pledge is saved. You’ll finish it right after this.' : lead}
      aside={ahead ? <Aside {...ahead} /> : undefined}
    >
      <ProviderFailure code={search.get('error')} provider={search.get('provider')} target={target} />
      <Form key={mode} target={target} />
      <p className="mt-5 mb-4 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Or continue with
      </p>
      <div className="grid gap-3">
        {registering ? null : <PasskeySignIn target={target} />}
        <ProviderButtons mode={mode} target={target} />
      </div>
      <p className="mt-6 text-center text-muted">
        {registering ? 'Already have an account?' : 'New here?'}{' '}
        <TextLink to={authHref(registering ? 'login' : 'register', target)} replace className="tap">
          {registering ? 'Sign in' : 'Create an account'}
        </TextLink>
      </p>
    </AuthFrame>
  );
}
