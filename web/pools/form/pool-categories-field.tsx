import type { Category } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { PickField } from '#web/ui/forms/pick-field.tsx';

export interface PoolCategoriesFieldProps {
  /** undefined while loading. */
  categories: readonly Category[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string;
}

/** One to three categories; the first chosen gives the card its label and its colors. */
export function PoolCategoriesField({ categories, chosen, onChange, error }: PoolCategoriesFieldProps) {
  return (
    <PickField
      id="categories"
      legend={t`Categories`}
      options={categories && inOrderOfNames(categories)}
      textOf={categoryText}
      chosen={chosen}
      max={limits.poolCategories.max}
      onChange={onChange}
      note={t`Choose one to three. The first appears on the card.`}
      error={error}
    />
  );
}
