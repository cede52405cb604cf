import { LogIn } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import type { Identity, Provider } from '#contract/settings.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { providerFailure } from './auth-errors.ts';
import { proveWithProviderPath } from './auth-navigation.ts';
import { FormFailure } from './form-failure.tsx';

const listed = (providers: readonly Provider[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(providers.map(({ label }) => label));

/** For accounts without a password, a new sign-in with a linked provider replaces the password. Leads back to the settings section, which shows a failure. */
export function SignInAgain({ part, identities }: { part: string; identities: readonly Identity[] }) {
  const { hash } = useLocation();
  const search = useSearch();
  // The server does not see the hash.
  const isTarget = useHydrated() && hash === `#${part}`;
  const back = `${paths.settings}#${part}`;
  const providers = identities.flatMap(({ provider }) => (provider ? [provider] : []));
  return (
    <>
      <FormFailure message={isTarget ? providerFailure(search.get('error')) : undefined} />
      <div className="notice">
        <LogIn aria-hidden="true" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{`You don’t have a password here. Sign in with ${listed(providers)} again before you change this.`}</p>
          {providers.map(({ id, label }) => (
            <a key={id} className={buttonClass({ size: 'sm' })} href={proveWithProviderPath(id, back)}>
              {`Sign in with ${label}`}
            </a>
          ))}
        </div>
      </div>
    </>
  );
}
