import { EyeOff } from 'lucide-react';

/** Stands in the place of words that a block hides from the reader. `by`: whose block it is, as far as the reader may know. */
export function HiddenWords({ by, what }: { by: 'me' | 'them'; what: string }) {
  return (
    <p className="flex items-center gap-2 py-1 text-faint italic">
      <EyeOff aria-hidden="true" className="size-4 shrink-0" />
      <span>{by === 'me' ? 'Hidden: you blocked this person' : `This ${what} isn’t available to you.`}</span>
    </p>
  );
}
