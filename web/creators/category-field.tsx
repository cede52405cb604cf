import { listCategories } from '#contract/calls/creators.ts';
import { t } from '#contract/language/text.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { SelectField } from '#web/ui/forms/field.tsx';

export const allCategories = optional(query(listCategories));

interface CategoryFieldProps extends Record<string, unknown> {
  error?: string | undefined;
  /** A category that stays selectable although the site offers it no more, or the list has not loaded. */
  current?: string | null;
}

/** Selects one category. */
export function CategoryField({ error, current, ...rest }: CategoryFieldProps) {
  const categories = useData(allCategories);
  const offered = inOrderOfNames(categories.data ?? []);
  return (
    <SelectField
      label={t`Category`}
      error={error ?? (categories.error ? t`Failed to fetch categories` : undefined)}
      {...rest}
    >
      <option value="">{t`Choose one`}</option>
      {current && !offered.some(({ name }) => name === current) ? (
        <option value={current}>{categoryText(current)}</option>
      ) : null}
      {offered.map(({ id, name, icon }) => (
        <option key={id} value={name}>
          {`${icon} ${categoryText(name)}`}
        </option>
      ))}
    </SelectField>
  );
}
