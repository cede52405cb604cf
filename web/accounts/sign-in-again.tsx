import { LogIn } from 'lucide-react';
import { formatList } from '#contract/language/lists.ts';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { providerFailure } from './auth-errors.ts';
import { proveWithProviderPath } from './auth-navigation.ts';
import { FormFailure } from './form-failure.tsx';

/**
 * For accounts that have neither a password nor a second factor, a new sign-in with a linked provider is the proof of identity. Leads back to
 * the settings section, which shows a failure. Renders nothing if the last proof is recent enough.
 */
export function SignInAgain({ part, settings }: { part: string; settings: AccountSettings }) {
  const { hash } = useLocation();
  const search = useSearch();
  // The server does not see the hash.
  const isTarget = useHydrated() && hash === `#${part}`;
  const back = `${paths.settings}#${part}`;
  const providers = settings.identities.flatMap(({ provider }) => (provider ? [provider] : []));
  if (settings.hasPassword || settings.hasSecondFactor || settings.freshProof || providers.length === 0) return null;
  return (
    <>
      <FormFailure message={isTarget ? providerFailure(search.get('error')) : undefined} />
      <div className="notice">
        <LogIn aria-hidden="true" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{t`You don’t have a password here. Sign in with ${{
            providers: formatList(
              providers.map(({ label }) => label),
              'disjunction',
            ),
          }} again before you change this.`}</p>
          {providers.map(({ id, label }) => (
            <a key={id} className={buttonClass({ size: 'sm' })} href={proveWithProviderPath(id, back)}>
              {t`Sign in with ${{ provider: label }}`}
            </a>
          ))}
        </div>
      </div>
    </>
  );
}
