import type { ReactNode } from 'react';

/** Something the palette offers: a place to go, or a thing to do. */
export interface Choice {
  key: string;
  label: string;
  detail?: string;
  picture: ReactNode;
  to?: string;
  run?: () => void;
}

export interface ChoiceGroup {
  name: string;
  choices: Choice[];
}

/** Where the arrow keys lead from a place in a list that goes round. */
export function stepTo(key: string, from: number, length: number): number | undefined {
  if (length === 0) return undefined;
  if (key === 'ArrowDown') return (from + 1) % length;
  if (key === 'ArrowUp') return (from - 1 + length) % length;
  if (key === 'PageDown') return Math.min(length - 1, from + 5);
  if (key === 'PageUp') return Math.max(0, from - 5);
  return undefined;
}
