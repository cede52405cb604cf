import { listCategories } from '#contract/calls/creators.ts';
import { t } from '#contract/language/text.ts';
import { isAdultCategory, limits } from '#contract/limits.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { PickField } from '#web/ui/forms/pick-field.tsx';

export const interestChoices = optional(query(listCategories));

interface InterestsFieldProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Up to three categories. Adult ones are not offered, because the home page has no age gate. */
export function InterestsField({ chosen, onChange }: InterestsFieldProps) {
  const categories = useData(interestChoices);
  return (
    <PickField
      id="interests-field"
      legend={t`Your interests`}
      options={categories.data && inOrderOfNames(categories.data.filter(({ name }) => !isAdultCategory(name)))}
      chosen={chosen}
      textOf={categoryText}
      max={limits.interests}
      onChange={onChange}
      note={t`Choose up to three. Only you see them.`}
      error={categories.error ? t`Failed to fetch categories` : undefined}
    />
  );
}
