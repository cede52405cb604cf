import { useState } from 'react';
import { formatMoney, parseMoney } from '#contract/money.ts';
import { type FieldProps, TextField } from './field.tsx';

export interface MoneyFieldProps extends FieldProps {
  /** Integer cents; null while the text is no amount. */
  cents: number | null;
  onCents: (cents: number | null) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

const textOf = (cents: number | null) => (cents === null ? '' : formatMoney(cents).slice(1));

/** US dollars as people type them, integer cents for the program. Keeps what was typed until the amount is changed from outside. */
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
