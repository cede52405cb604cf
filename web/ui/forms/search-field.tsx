import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Text } from '#contract/language/text.ts';
import { TextField } from './field.tsx';

interface SearchFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'value' | 'onChange'> {
  /** The accessible name; also the placeholder, unless one is given. */
  label: Text;
  value: string;
  onText: (text: string) => void;
}

/** A search field with an icon. */
export function SearchField({ label, onText, ...rest }: SearchFieldProps) {
  return (
    <TextField
      label={label}
      hideLabel
      type="search"
      placeholder={label}
      lead={<Search aria-hidden="true" />}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => onText(event.target.value)}
      {...rest}
    />
  );
}
