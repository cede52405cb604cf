import { LogIn } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** For accounts without a password, a recent Google sign-in replaces the password. Leads back to the settings section. */
export function SignInAgain({ part }: { part: string }) {
  const back = encodeURIComponent(`${paths.settings}#${part}`);
  return (
    <div className="notice">
      <LogIn aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>You don’t have a password here. Sign in with Google again before you change this.</p>
        <a className={buttonClass({ size: 'sm' })} href={`/api/auth/google?redirect=${back}`}>
          Sign in with Google
        </a>
      </div>
    </div>
  );
}
