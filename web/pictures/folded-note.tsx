import { ChevronsDown } from 'lucide-react';
import { t } from '#contract/language/text.ts';

/** On the folded preview of a tall picture: pressing the preview shows the rest. The parent is positioned. */
export function FoldedNote() {
  return (
    <span className="chip chip-veil absolute bottom-2 start-2">
      <ChevronsDown aria-hidden="true" />
      {t`Show all`}
    </span>
  );
}
