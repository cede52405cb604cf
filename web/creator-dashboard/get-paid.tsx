import { Landmark } from 'lucide-react';
import { useState } from 'react';
import type { PayoutAccountView } from '#contract/creators/payout-account.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { nameOfCountry } from '#contract/values/payout-countries.ts';
import { fullDate } from '#contract/values/time.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { describeRequirements } from './describe-requirements.ts';
import { useAccountCheck, usePayoutSetup } from './payout-pages.ts';
import { nameOfProcessor } from './processor-names.ts';

type Name = ReturnType<typeof nameOfProcessor>;

function Requirements({ account }: { account: PayoutAccountView }) {
  const required = describeRequirements(account.requirements);
  if (required.length === 0) return null;
  return (
    <ul className="mt-2 grid list-disc gap-1 ps-5">
      {required.map(({ words, dueAt }) => (
        <li key={words}>
          {words}
          {dueAt ? <span className="text-muted"> by {fullDate(dueAt)}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function titleOf(
  { state, requirements, setupWaitsForOperator, bankBlocked }: PayoutAccountView,
  processor: Name,
): string {
  if (setupWaitsForOperator) return 'Your payouts have to wait';
  switch (state) {
    case 'missing':
      return 'Get paid';
    case 'pending':
      return requirements.length > 0 ? 'Finish setting up your payouts' : `${processor.start} is checking your details`;
    case 'restricted':
      return 'Your payouts are on hold';
    case 'closed':
      return 'Your payout account was closed';
    case 'ready':
      return bankBlocked ? 'Your money doesn’t reach your bank' : `${processor.start} needs more details`;
  }
}

function bankLeadOf({ requirements }: PayoutAccountView, reason: string | null, processor: Name): string {
  const why = reason ? ` It says: ${reason}` : '';
  const step = requirements.length > 0 ? 'Add these:' : 'Correct your bank account on its page.';
  return `Your earnings arrive in your account at ${processor.within}, but ${processor.within} can’t send them to your bank.${why} ${step}`;
}

function leadOf(account: PayoutAccountView, processor: Name): string {
  const { state, requirements, setupWaitsForOperator, bankBlocked } = account;
  if (setupWaitsForOperator)
    return `The owner of this site has to solve something with ${processor.within} before you can set up your payouts. We’ve told them, and we’ll email you when you can go on. Your earnings stay in your balance.`;
  switch (state) {
    case 'missing':
      return `Set up your payouts once. ${processor.start} asks for your details and bank account on its own page. You can accept pools before you finish, but cards are charged only once your payouts are ready.`;
    case 'pending':
      return requirements.length > 0
        ? `${processor.start} still needs:`
        : 'This usually takes a few minutes, sometimes a day or two. We’ll email you when your payouts are ready.';
    case 'restricted':
      return requirements.length > 0
        ? `Your earnings stay in your balance until ${processor.within} has:`
        : `${processor.start} doesn’t pay out to your account at the moment. Its page says why.`;
    case 'closed':
      return `${processor.start} no longer pays out to this account. Set up a new one, and we send your earnings there. Your earlier payouts stay as they are.`;
    case 'ready':
      return bankBlocked
        ? bankLeadOf(account, bankBlocked.reason, processor)
        : 'You still get payouts. Add these to keep it that way:';
  }
}

function CountryForm({ account }: { account: PayoutAccountView }) {
  const countries = account.countries
    .map((code) => ({ code, name: nameOfCountry(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
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
        label="Country of your bank account"
        hint={
          only
            ? `This site can only pay creators in ${only.name}.`
            : 'You can’t change it later. If yours isn’t in the list, this site can’t pay you there.'
        }
        error={error?.message ?? (tried && !country ? 'Choose your country' : undefined)}
        value={country}
        onChange={(event) => setCountry(event.target.value)}
      >
        {only ? null : <option value="">Choose a country</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button variant="primary" type="submit" busy={isPending}>
        {account.setupWaitsForOperator
          ? 'Try again'
          : account.state === 'closed'
            ? 'Set up a new account'
            : 'Set up payouts'}
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
          {isWaiting ? 'Review your details' : 'Add details'}
        </Button>
        <Button variant="ghost" busy={check.isPending} onClick={() => check.mutate()}>
          Check again
        </Button>
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
  const processor = nameOfProcessor(account.processor);
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
          {titleOf(account, processor)}
        </h2>
        {account.waitingCents > 0 ? (
          <p className="mb-2 max-w-135">
            <b className="num">{formatMoneyExact(account.waitingCents)}</b> is waiting for you. We send it automatically
            once your payouts are ready.
          </p>
        ) : null}
        <p className="max-w-135 text-muted">{leadOf(account, processor)}</p>
        <Requirements account={account} />
        {needsCountry ? <CountryForm account={account} /> : <ContinueSetup account={account} />}
      </div>
    </section>
  );
}
