import { LogIn } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** For accounts without a password: a sign-in of a moment ago stands in for it. Leads back to the part that asked. */
export function SignInAgain({ part }: { part: string }) {
  const back = encodeURIComponent(`${paths.settings}#${part}`);
  return (
    <div className="notice">
      <LogIn aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>You have no password here, so please sign in once more before you change this.</p>
        <a className={buttonClass({ size: 'sm' })} href={`/api/auth/google?redirect=${back}`}>
          Sign in with Google
        </a>
      </div>
    </div>
  );
}
