import { getSignInOptions } from '#contract/calls/accounts.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { msg, t } from '#contract/language/text.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { RichText } from '#web/ui/rich-text.tsx';

export const signInOptions = optional(query(getSignInOptions));

type DemoAccount = OutputOf<typeof getSignInOptions>['demoAccounts'][number];

/** The demo accounts; choosing one fills the form. Renders nothing without demo data. */
export function DemoAccounts({ onChoose }: { onChoose: (account: DemoAccount) => void }) {
  const accounts = useData(signInOptions).data?.demoAccounts ?? [];
  const [first] = accounts;
  if (!first) return null;
  return (
    <section aria-labelledby="demo-accounts" className="mt-6 rounded-lg bg-sunken p-4">
      <h2 id="demo-accounts" className="font-text! text-sm! font-semibold! tracking-normal!">{t`Demo accounts`}</h2>
      <p className="mt-1 text-sm text-muted">
        <RichText
          text={msg`Choose one to fill the form. Each has the password <code>${{ password: first.password }}</code>.`}
          tags={{ code: (text) => <code>{text}</code> }}
        />
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
