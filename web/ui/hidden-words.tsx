import { EyeOff } from 'lucide-react';
import { msg, t, textOf } from '#contract/language/text.ts';

const hidden = {
  comment: msg`This comment isn’t available to you.`,
  update: msg`This update isn’t available to you.`,
};

/** Stands in the place of words that a block hides from the reader. `by`: whose block it is, as far as the reader may know. */
export function HiddenWords({ by, what }: { by: 'me' | 'them'; what: 'comment' | 'update' }) {
  return (
    <p className="flex items-center gap-2 py-1 text-faint italic">
      <EyeOff aria-hidden="true" className="size-4 shrink-0" />
      <span>{by === 'me' ? t`Hidden: you blocked this person` : textOf(hidden[what])}</span>
    </p>
  );
}
