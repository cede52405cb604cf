import type { Text } from '#contract/language/text.ts';
import type { Words } from '#web/ui/rich-text.tsx';
import { Link } from './link.tsx';

export interface ChoiceLink {
  to: string;
  label: Words;
  count?: number;
  current: boolean;
}

/** Links to several views of the same list, each with its own URL. */
export function ChoiceLinks({ label, choices }: { label: Text; choices: readonly ChoiceLink[] }) {
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-2">
      {choices.map(({ to, label: text, count, current }) => (
        <Link key={to} to={to} keepScroll className="pick" aria-current={current ? 'true' : undefined}>
          {text}
          {count === undefined ? null : <span className="tabular-nums">{`\u00a0${count}`}</span>}
        </Link>
      ))}
    </nav>
  );
}
