import type { getSignInOptions } from '#contract/accounts.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { AccountsContext } from './accounts-context.ts';
import { demoAccounts } from './demo-accounts.ts';

/** Returns the sign-in methods to offer. Lists demo passwords only when demo data is on and only this machine reaches the site. */
export function readSignInOptions({ config, google }: AccountsContext): OutputOf<typeof getSignInOptions> {
  const shown = config.demoData && config.onThisMachine ? demoAccounts : [];
  return {
    google: google !== undefined,
    demoAccounts: shown.map(({ label, email, password }) => ({ label, email, password })),
  };
}
