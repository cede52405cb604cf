import { LogIn } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { googleFailure } from './auth-errors.ts';
import { FormFailure } from './form-failure.tsx';

/** For accounts without a password, a recent Google sign-in replaces the password. Leads back to the settings section, which shows a failure. */
export function SignInAgain({ part }: { part: string }) {
  const { hash } = useLocation();
  const search = useSearch();
  // The server does not see the hash.
  const isTarget = useHydrated() && hash === `#${part}`;
  const back = encodeURIComponent(`${paths.settings}#${part}`);
  return (
    <>
      <FormFailure message={isTarget ? googleFailure(search.get('error')) : undefined} />
      <div className="notice">
        <LogIn aria-hidden="true" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>You don’t have a password here. Sign in with Google again before you change this.</p>
          <a className={buttonClass({ size: 'sm' })} href={`/api/auth/google?redirect=${back}`}>
            Sign in with Google
          </a>
        </div>
      </div>
    </>
  );
}
