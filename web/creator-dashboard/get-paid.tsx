import { Landmark } from 'lucide-react';
import { useState } from 'react';
import type { PayoutAccountView } from '#contract/creators/payout-account.ts';
import { compareNames } from '#contract/language/lists.ts';
import { msg, sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { nameOfCountry } from '#contract/values/payout-countries.ts';
import { fullDate } from '#contract/values/time.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { describeRequirements } from './describe-requirements.ts';
import { useAccountCheck, usePayoutSetup } from './payout-pages.ts';
import { nameOfProcessor } from './processor-names.ts';

/** The processor's name. Undefined if it has none that people know, so that the texts describe it. */
type Name = ReturnType<typeof nameOfProcessor>;

function Requirements({ account }: { account: PayoutAccountView }) {
  const required = describeRequirements(account.requirements);
  if (required.length === 0) return null;
  return (
    <ul className="mt-2 grid list-disc gap-1 ps-5">
      {required.map(({ words, dueAt }) => (
        <li key={`${dueAt} ${words}`}>
          {dueAt ? (
            <RichText
              text={msg`${{ requirement: words }}<due> by ${{ date: fullDate(dueAt) }}</due>`}
              tags={{ due: (text) => <span className="text-muted">{text}</span> }}
            />
          ) : (
            words
          )}
        </li>
      ))}
    </ul>
  );
}

function titleOf({ state, requirements, setupWaitsForOperator, bankBlocked }: PayoutAccountView, name: Name): Text {
  if (setupWaitsForOperator) return t`Your payouts have to wait`;
  switch (state) {
    case 'missing':
      return t`Get paid`;
    case 'pending':
      if (requirements.length > 0) return t`Finish setting up your payouts`;
      return name ? t`${{ name }} is checking your details` : t`The card processor is checking your details`;
    case 'restricted':
      return t`Your payouts are on hold`;
    case 'closed':
      return t`Your payout account was closed`;
    case 'ready':
      if (bankBlocked) return t`Your money doesn’t reach your bank`;
      return name ? t`${{ name }} needs more details` : t`The card processor needs more details`;
  }
}

function bankLeadOf({ requirements }: PayoutAccountView, reason: string | null, name: Name): Text {
  return sentences(
    name
      ? t`Your earnings arrive in your account at ${{ name }}, but ${{ name }} can’t send them to your bank.`
      : t`Your earnings arrive in your account at the card processor, but the card processor can’t send them to your bank.`,
    reason ? t`It says: ${{ reason }}` : undefined,
    requirements.length > 0 ? t`Add these:` : t`Correct your bank account on its page.`,
  );
}

function restrictedLeadOf({ requirements }: PayoutAccountView, name: Name): Text {
  if (requirements.length > 0)
    return name
      ? t`Your earnings stay in your balance until ${{ name }} has:`
      : t`Your earnings stay in your balance until the card processor has:`;
  return name
    ? t`${{ name }} doesn’t pay out to your account at the moment. Its page says why.`
    : t`The card processor doesn’t pay out to your account at the moment. Its page says why.`;
}

const waitingLeadOf = (name: Name): Text =>
  name
    ? t`The owner of this site has to solve something with ${{ name }} before you can set up your payouts. We’ve told them, and we’ll email you when you can go on. Your earnings stay in your balance.`
    : t`The owner of this site has to solve something with the card processor before you can set up your payouts. We’ve told them, and we’ll email you when you can go on. Your earnings stay in your balance.`;

function leadOf(account: PayoutAccountView, name: Name): Text {
  const { state, requirements, setupWaitsForOperator, bankBlocked } = account;
  if (setupWaitsForOperator) return waitingLeadOf(name);
  switch (state) {
    case 'missing':
      return sentences(
        t`Set up your payouts once.`,
        name
          ? t`${{ name }} asks for your details and bank account on its own page.`
          : t`The card processor asks for your details and bank account on its own page.`,
        t`You can accept pools before you finish, but cards are charged only once your payouts are ready.`,
      );
    case 'pending':
      if (requirements.length > 0) return name ? t`${{ name }} still needs:` : t`The card processor still needs:`;
      return t`This usually takes a few minutes, sometimes a day or two. We’ll email you when your payouts are ready.`;
    case 'restricted':
      return restrictedLeadOf(account, name);
    case 'closed':
      return sentences(
        name
          ? t`${{ name }} no longer pays out to this account.`
          : t`The card processor no longer pays out to this account.`,
        t`Set up a new one, and we send your earnings there. Your earlier payouts stay as they are.`,
      );
    case 'ready':
      return bankBlocked
        ? bankLeadOf(account, bankBlocked.reason, name)
        : t`You still get payouts. Add these to keep it that way:`;
  }
}

function CountryForm({ account }: { account: PayoutAccountView }) {
  const countries = account.countries
    .map((code) => ({ code, name: nameOfCountry(code) }))
    .toSorted((a, b) => compareNames(a.name, b.name));
  const only = countries.length === 1 ? countries[0] : undefined;
  const [country, setCountry] = useState(only?.code ?? (account.setupWaitsForOperator ? (account.country ?? '') : ''));
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error } = usePayoutSetup(account.processor);
  return (
    <form
      className="mt-4 grid max-w-90 justify-items-start gap-4 *:first:w-full"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (country) mutate(country);
      }}
    >
      <SelectField
        label={t`Country of your bank account`}
        hint={
          only
            ? t`This site can only pay creators in ${{ country: only.name }}.`
            : t`You can’t change it later. If yours isn’t in the list, this site can’t pay you there.`
        }
        error={error?.message ?? (tried && !country ? t`Choose your country` : undefined)}
        value={country}
        onChange={(event) => setCountry(event.target.value)}
      >
        {only ? null : <option value="">{t`Choose a country`}</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button variant="primary" type="submit" busy={isPending}>
        {account.setupWaitsForOperator
          ? t`Try again`
          : account.state === 'closed'
            ? t`Set up a new account`
            : t`Set up payouts`}
      </Button>
    </form>
  );
}

function ContinueSetup({ account }: { account: PayoutAccountView }) {
  const isWaiting = account.state === 'pending' && account.requirements.length === 0;
  const { mutate, isPending, error } = usePayoutSetup(account.processor);
  const check = useAccountCheck(account.processor);
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant={isWaiting ? 'quiet' : 'primary'} busy={isPending} onClick={() => mutate(undefined)}>
          {isWaiting ? t`Review your details` : t`Add details`}
        </Button>
        <Button variant="ghost" busy={check.isPending} onClick={() => check.mutate()}>{t`Check again`}</Button>
      </div>
      {error ? (
        <p className="mt-3 field-error" role="alert">
          {error.message}
        </p>
      ) : null}
    </>
  );
}

/** The creator's next step toward being paid, while the processor needs something. */
export function GetPaid({ account }: { account: PayoutAccountView }) {
  const name = nameOfProcessor(account.processor);
  const { state } = account;
  const isBlocked = state === 'restricted' || state === 'closed' || account.bankBlocked;
  const needsCountry = state === 'missing' || state === 'closed' || account.setupWaitsForOperator;
  return (
    <section
      className="card mb-6 grid gap-x-4 gap-y-3 p-5 md:grid-cols-[auto_1fr] md:p-6 print:hidden"
      aria-labelledby={`get-paid-${account.processor}`}
    >
      <Landmark aria-hidden="true" className={`size-7 ${isBlocked ? 'text-danger-text' : 'text-accent-text'}`} />
      <div>
        <h2 id={`get-paid-${account.processor}`} className="mb-1.5">
          {titleOf(account, name)}
        </h2>
        {account.waitingCents > 0 ? (
          <p className="mb-2 max-w-135">
            <RichText
              text={msg`<b>${{ amount: formatMoneyExact(account.waitingCents) }}</b> is waiting for you. We send it automatically once your payouts are ready.`}
              tags={{ b: (text) => <b className="num">{text}</b> }}
            />
          </p>
        ) : null}
        <p className="max-w-135 text-muted">{leadOf(account, name)}</p>
        <Requirements account={account} />
        {needsCountry ? <CountryForm account={account} /> : <ContinueSetup account={account} />}
      </div>
    </section>
  );
}
