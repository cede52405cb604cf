import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';

/** An option of the palette: a page to open (`to`) or an action to run (`run`). */
export interface Choice {
  key: string;
  label: Text;
  detail?: Text;
  picture: ReactNode;
  to?: string;
  run?: () => void;
}

export interface ChoiceGroup {
  name: Text;
  choices: Choice[];
}

/** The next index for an arrow or page key. The arrow keys wrap around. Undefined for other keys. */
export function stepTo(key: string, from: number, length: number): number | undefined {
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (from + 1) % length;
  if (key === 'ArrowUp') return (from - 1 + length) % length;
  if (key === 'PageDown') return Math.min(length - 1, from + 5);
  if (key === 'PageUp') return Math.max(0, from - 5);
  return undefined;
}
