import { Check } from 'lucide-react';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';

export interface PickFieldProps {
  /** Also the anchor that the note is linked with. */
  id: string;
  legend: Text;
  /** undefined while loading. */
  options: readonly { name: string; icon?: string }[] | undefined;
  /** The name for people, if it differs from the value. */
  textOf?: (name: string) => Text;
  chosen: readonly string[];
  /** Without it, any number. */
  max?: number;
  onChange: (chosen: string[]) => void;
  note: Text;
  error?: string | undefined;
}

/** Toggles for some of several options, in the order in which they are chosen. */
export function PickField({
  id,
  legend,
  options,
  textOf = verbatim,
  chosen,
  max = Number.POSITIVE_INFINITY,
  onChange,
  note,
  error,
}: PickFieldProps) {
  const full = chosen.length >= max;
  const toggle = (name: string) => {
    if (chosen.includes(name)) onChange(chosen.filter((other) => other !== name));
    else if (!full) onChange([...chosen, name]);
  };
  return (
    <fieldset className="field" aria-describedby={`${id}-note`} id={id} tabIndex={-1}>
      <legend className="field-label mb-2">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options
          ? options.map(({ name, icon }) => {
              const on = chosen.includes(name);
              return (
                <button
                  key={name}
                  type="button"
                  className="pick aria-disabled:opacity-45"
                  aria-pressed={on}
                  aria-disabled={(full && !on) || undefined}
                  onClick={() => toggle(name)}
                >
                  {on ? <Check aria-hidden="true" /> : icon ? <span aria-hidden="true">{icon}</span> : null}
                  <span>{textOf(name)}</span>
                </button>
              );
            })
          : Array.from({ length: 12 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
              <Skeleton key={index} className="h-10 w-28 rounded-full!" />
            ))}
      </div>
      <p id={`${id}-note`} className="field-note justify-start!" aria-live="polite">
        {error ? <span className="field-error">{error}</span> : null}
        <span>{full ? t`You’ve chosen three, the maximum.` : note}</span>
      </p>
    </fieldset>
  );
}
