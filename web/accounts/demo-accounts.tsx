import { getSignInOptions } from '#contract/calls/accounts.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { optional, query, useData } from '#web/data/query.ts';

export const signInOptions = optional(query(getSignInOptions));

type DemoAccount = OutputOf<typeof getSignInOptions>['demoAccounts'][number];

/** The demo accounts; choosing one fills the form. Renders nothing without demo data. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const accounts = useData(signInOptions).data?.demoAccounts ?? [];
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="demo-accounts" className="mt-6 rounded-lg bg-sunken p-4">
      <h2 id="demo-accounts" className="font-text! text-sm! font-semibold! tracking-normal!">
        Demo accounts
      </h2>
      <p className="mt-1 text-sm text-muted">
        Choose one to fill the form. Each has the password <code>{accounts[0]?.password}</code>.
      </p>
      <ul className="mt-3 grid gap-2">
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-md bg-surface px-3 py-2 text-start ring-1 ring-line hover:bg-hover"
              onClick={() => onChoose(account)}
            >
              <b>{account.label}</b>
              <span className="text-sm text-muted">{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
