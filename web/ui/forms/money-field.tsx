import { useState } from 'react';
import type { Text } from '#contract/language/text.ts';
import { formatMoney, parseMoney } from '#contract/values/money.ts';
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

const textOf = (cents: number | null) => (cents === null ? '' : formatMoney(cents).slice(1));

/** A field for US dollars with a value in integer cents. Keeps the typed text until the caller changes the amount. */
export function MoneyField({ cents, onCents, onBlur, ...rest }: MoneyFieldProps) {
  const [text, setText] = useState(textOf(cents));
  const shown = parseMoney(text) === cents ? text : textOf(cents);
  return (
    <TextField
      {...rest}
      lead="$"
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onCents(parseMoney(event.target.value));
      }}
      onBlur={() => {
        if (cents !== null) setText(textOf(cents));
        onBlur?.();
      }}
    />
  );
}
