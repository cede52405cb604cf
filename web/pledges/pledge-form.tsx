import { CircleCheck } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { msg, type Text, t, textOf } from '#contract/language/text.ts';
import { registerPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { testModeNote } from '#contract/site.ts';
import { formatMoney } from '#contract/values/money.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useSite } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { navigate } from '#web/ui/navigation.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { AmountChoice } from './amount-choice.tsx';
import { ConfirmEmailFirst } from './card-error.tsx';
import { MoneySentence } from './money-sentence.tsx';
import { cardText } from './pledge-facts.ts';
import type { PledgeFormState } from './use-pledge-form.ts';

function CardChoice({ form }: { form: PledgeFormState }) {
  const name = useId();
  const { savedCard, useSavedCard, setUseSavedCard } = form;
  if (!savedCard) return null;
  return (
    <fieldset className="-my-1">
      <legend className="sr-only">{t`Card`}</legend>
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
        label={t`Another card`}
        note={t`Enter it on the card processor’s page`}
        checked={!useSavedCard}
        onChange={() => setUseSavedCard(false)}
      />
    </fieldset>
  );
}

export function TestNotice({ adult }: { adult: boolean }) {
  const { testCards, adultTestCards } = useSite();
  return (adult ? adultTestCards : testCards) ? <p className="text-xs text-faint">{textOf(testModeNote)}</p> : null;
}

export interface PledgeFormProps {
  pool: Pool;
  form: PledgeFormState;
  /** The creator's name, or words for a creator without one. */
  who: Text | null;
  signedIn: boolean;
  /** The fan chose this pledge before signing in and continues it here. */
  resumes: boolean;
}

/** The label of the button that pledges, or pays a late pledge; without an amount while there is none. */
export function pledgeLabel(pool: Pool, cents: number | null): Text {
  if (pool.can.pledgeLate)
    return cents === null
      ? t({ message: 'Pay', context: 'verb on a button' })
      : t`Pay ${{ amount: formatMoney(cents) }}`;
  return cents === null
    ? t({ message: 'Pledge', context: 'verb on a button' })
    : t`Pledge ${{ amount: formatMoney(cents) }}`;
}

/** For visitors: a link to the sign-up page, which returns here with the pledge filled in. */
function PledgeLink({ form, label }: { form: PledgeFormState; label: Text }) {
  const { intentPath, showFault } = form;
  if (intentPath === null) {
    return (
      <Button variant="primary" size="lg" wide onClick={showFault}>
        {label}
      </Button>
    );
  }
  return (
    <LinkButton
      to={registerPath(intentPath)}
      variant="primary"
      size="lg"
      wide
      onClick={() => saveOriginalPage(intentPath)}
    >
      {label}
    </LinkButton>
  );
}

/** Shown to a fan who returns from signing in. Focuses the button, so that one key press completes the pledge. */
function ResumeNotice({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, [button]);
  return (
    <div className="notice" data-tone="paid" role="status">
      <CircleCheck aria-hidden="true" />
      <p>
        <RichText
          text={msg`<b>You’re signed in.</b> Your pledge is filled in. Press the button to complete it.`}
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </p>
    </div>
  );
}

/** The pledge form with a sentence about the money. */
export function PledgeForm({ pool, form, who, signedIn, resumes }: PledgeFormProps) {
  const { minPledgeCents } = useSite();
  // Before hydration, a submit button would make the browser submit the form itself.
  const hydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  const { cents, isPayable, choices, setCents, anonymous, setAnonymous, fault, busy, submit, intentPath, showFault } =
    form;
  const label = pledgeLabel(pool, isPayable ? cents : null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (signedIn) submit();
    else if (intentPath === null) showFault();
    else {
      saveOriginalPage(intentPath);
      navigate(registerPath(intentPath));
    }
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {resumes ? <ResumeNotice button={button} /> : null}
      <AmountChoice cents={cents} onCents={setCents} choices={choices} minCents={minPledgeCents} error={fault} />
      {signedIn ? <CardChoice form={form} /> : null}
      <div className="-my-1">
        <Checkbox
          label={t`Pledge anonymously`}
          note={anonymous ? t`Other fans will not see your name` : undefined}
          checked={anonymous}
          onChange={(event) => setAnonymous(event.target.checked)}
        />
      </div>
      {signedIn ? (
        <Button
          ref={button}
          type={hydrated ? 'submit' : 'button'}
          variant="primary"
          size="lg"
          wide
          busy={busy}
          data-autofocus={resumes || undefined}
        >
          {label}
        </Button>
      ) : (
        <PledgeLink form={form} label={label} />
      )}
      {form.needsEmail ? <ConfirmEmailFirst /> : null}
      <MoneySentence pool={pool} who={who} />
      {signedIn ? (
        <noscript>
          <p className="text-sm text-muted">{t`Pledging needs JavaScript, which is turned off in this browser.`}</p>
        </noscript>
      ) : null}
      <TestNotice adult={pool.adult} />
    </form>
  );
}
