import { type ReactNode, useId, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { formatAmount, formatMoney } from '#contract/values/money.ts';
import { MoneyField } from '#web/ui/forms/money-field.tsx';

function Choice({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="grid min-h-11 flex-1 cursor-pointer place-items-center rounded-md px-2 font-bold wrap-normal tabular-nums shadow-ring hover:bg-hover has-checked:bg-accent-wash has-checked:shadow-ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
      <input type="radio" className="sr-only" name={name} checked={checked} onChange={onChoose} />
      <span className="py-1 text-center leading-tight">{children}</span>
    </label>
  );
}

export interface AmountChoiceProps {
  cents: number | null;
  onCents: (cents: number | null) => void;
  choices: readonly [number, number, number];
  minCents: number;
  error?: string;
}

/** Three suggested amounts, or another amount. */
export function AmountChoice({ cents, onCents, choices, minCents, error }: AmountChoiceProps) {
  const name = useId();
  const [other, setOther] = useState(cents === null || !choices.includes(cents));
  return (
    <fieldset>
      <legend className="sr-only">{t`Amount`}</legend>
      <div className="flex gap-2">
        {choices.map((choice) => (
          <Choice
            key={choice}
            name={name}
            checked={!other && cents === choice}
            onChoose={() => {
              setOther(false);
              onCents(choice);
            }}
          >
            {formatMoney(choice)}
          </Choice>
        ))}
        <Choice name={name} checked={other} onChoose={() => setOther(true)}>
          {t({
            message: 'Other',
            context: 'another amount',
          })}
        </Choice>
      </div>
      {other ? (
        <div className="mt-3">
          <MoneyField
            label={t`Amount in dollars`}
            hideLabel
            cents={cents}
            onCents={onCents}
            placeholder={t`${{ amount: formatAmount(minCents) }} or more`}
            error={error}
          />
        </div>
      ) : error ? (
        <p role="alert" className="field-error mt-2 text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
