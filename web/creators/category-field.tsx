import { listCategories } from '#contract/creators/creators.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { SelectField } from '#web/ui/forms/field.tsx';

export const allCategories = optional(query(listCategories));

/** Selects one category. */
export function CategoryField({ error, ...rest }: { error?: string | undefined } & Record<string, unknown>) {
  const categories = useData(allCategories);
  return (
    <SelectField
      label="Category"
      error={error ?? (categories.error ? 'Failed to fetch categories' : undefined)}
      {...rest}
    >
      <option value="">Choose one</option>
      {(categories.data ?? []).map(({ id, name, icon }) => (
        <option key={id} value={name}>
          {icon} {name}
        </option>
      ))}
    </SelectField>
  );
}
