import { Check } from 'lucide-react';
import type { Category } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';

export interface PoolCategoriesFieldProps {
  /** undefined while loading. */
  categories: readonly Category[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string;
}

/** One to three categories; the first chosen gives the card its label and its colors. */
export function PoolCategoriesField({ categories, chosen, onChange, error }: PoolCategoriesFieldProps) {
  const full = chosen.length >= limits.poolCategories.max;
  const toggle = (name: string) => {
    if (chosen.includes(name)) onChange(chosen.filter((other) => other !== name));
    else if (!full) onChange([...chosen, name]);
  };
  return (
    <fieldset className="field" aria-describedby="categories-note" id="categories" tabIndex={-1}>
      <legend className="field-label mb-2">Categories</legend>
      <div className="flex flex-wrap gap-2">
        {categories
          ? categories.map(({ name, icon }) => {
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
                  {on ? <Check aria-hidden="true" /> : <span aria-hidden="true">{icon}</span>}
                  {name}
                </button>
              );
            })
          : Array.from({ length: 12 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
              <Skeleton key={index} className="h-10 w-28 rounded-full!" />
            ))}
      </div>
      <p id="categories-note" className={error ? 'field-note field-error' : 'field-note'} aria-live="polite">
        {error ?? (full ? 'You’ve chosen three, the maximum.' : 'Choose one to three. The first appears on the card.')}
      </p>
    </fieldset>
  );
}
