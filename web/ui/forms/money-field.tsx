import { useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { formatAmount, parseMoney } from '#contract/values/money.ts';
import { type FieldProps, TextField } from './field.tsx';

export interface MoneyFieldProps extends FieldProps {
  /** Integer cents; null while the text is not an amount. */
  cents: number | null;
  onCents: (cents: number | null) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: Text;
  disabled?: boolean;
  autoFocus?: boolean;
}

const textOf = (cents: number | null) => (cents === null ? '' : formatAmount(cents));

/**
 * A field for US dollars with a value in integer cents. Keeps the typed text until the caller changes the amount. Says so if the text is not
 * an amount, because null may mean none.
 */
export function MoneyField({ cents, onCents, onBlur, error, ...rest }: MoneyFieldProps) {
  const [text, setText] = useState(textOf(cents));
  const [isLeft, setIsLeft] = useState(false);
  const shown = parseMoney(text) === cents ? text : textOf(cents);
  const isUnclear = isLeft && cents === null && shown.trim() !== '';
  return (
    <TextField
      {...rest}
      error={error ?? (isUnclear ? t`Enter an amount, such as ${{ example: formatAmount(1_234_50) }}` : undefined)}
      lead="$"
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        setIsLeft(false);
        onCents(parseMoney(event.target.value));
      }}
      onBlur={() => {
        setIsLeft(true);
        if (cents !== null) setText(textOf(cents));
        onBlur?.();
      }}
    />
  );
}
