import { type FormEvent, useId } from 'react';
import { formatMoney } from '#contract/money.ts';
import { signInPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useSite } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { AmountChoice } from './amount-choice.tsx';
import { cardText, takesLatePledges } from './pledge-facts.ts';
import type { Pledging } from './use-pledging.ts';

/** What happens to the money, in one breath, beside the button. */
export function MoneySentence({ pool, who }: { pool: Pool; who: string }) {
  const paidBack = 'If they do not deliver, you are paid back.';
  if (takesLatePledges(pool)) {
    return (
      <p className="text-[13.5px] text-muted">
        <b className="text-ink">Your card is charged today.</b> This pool is already delivered: you see everything as
        soon as you have paid.
      </p>
    );
  }
  const condition = {
    goal_met: `The goal is met: your card is charged only if ${who} accepts.`,
    accepted: `${who} has accepted: your card is charged only if the pool reaches ${formatMoney(pool.fundingGoal)}.`,
  }[pool.status as string];
  return (
    <p className="text-[13.5px] text-muted">
      <b className="text-ink">Nothing is charged today.</b>{' '}
      {condition ??
        `Your card is charged only if the pool reaches ${formatMoney(pool.fundingGoal)} and ${who} accepts.`}{' '}
      {paidBack}
    </p>
  );
}

function CardChoice({ pledging }: { pledging: Pledging }) {
  const name = useId();
  const { savedCard, useSavedCard, setUseSavedCard } = pledging;
  if (!savedCard) return null;
  return (
    <fieldset className="-my-1">
      <legend className="sr-only">Card</legend>
      <Checkbox
        type="radio"
        name={name}
        label={cardText(savedCard)}
        checked={useSavedCard}
        onChange={() => setUseSavedCard(true)}
      />
      <Checkbox
        type="radio"
        name={name}
        label="Another card"
        note="You enter it on the card processor’s page"
        checked={!useSavedCard}
        onChange={() => setUseSavedCard(false)}
      />
    </fieldset>
  );
}

export function TestNotice() {
  const { testCards } = useSite();
  return testCards ? <p className="text-[12.5px] text-faint">Test mode: no real money moves</p> : null;
}

export interface PledgeFormProps {
  pool: Pool;
  pledging: Pledging;
  who: string;
  signedIn: boolean;
  /** This page, to come back to after signing in. */
  here: string;
}

/** Amount, anonymity, card, button, and what becomes of the money. */
export function PledgeForm({ pool, pledging, who, signedIn, here }: PledgeFormProps) {
  const { minPledgeCents } = useSite();
  // Pressed before its script is there, the browser itself would send the form.
  const hydrated = useHydrated();
  const { cents, choices, setCents, anonymous, setAnonymous, isPayable, fault, busy, submit } = pledging;
  const label =
    cents === null || !isPayable ? 'Pledge' : `${takesLatePledges(pool) ? 'Pay' : 'Pledge'} ${formatMoney(cents)}`;
  const back = cents === null ? here : `${here}?amount=${cents}`;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-[15px]">
      <AmountChoice cents={cents} onCents={setCents} choices={choices} minCents={minPledgeCents} error={fault} />
      {signedIn ? (
        <>
          <CardChoice pledging={pledging} />
          <div className="-my-1">
            <Checkbox
              label="Pledge anonymously"
              note={anonymous ? 'Other fans will not see your name' : undefined}
              checked={anonymous}
              onChange={(event) => setAnonymous(event.target.checked)}
            />
          </div>
          <Button type={hydrated ? 'submit' : 'button'} variant="primary" size="lg" wide busy={busy}>
            {label}
          </Button>
        </>
      ) : (
        <LinkButton to={signInPath(back)} variant="primary" size="lg" wide onClick={() => saveOriginalPage(back)}>
          {label}
        </LinkButton>
      )}
      <MoneySentence pool={pool} who={who} />
      {signedIn ? (
        <noscript>
          <p className="text-[13.5px] text-muted">Pledging needs JavaScript, which is switched off in this browser.</p>
        </noscript>
      ) : null}
      <TestNotice />
    </form>
  );
}
