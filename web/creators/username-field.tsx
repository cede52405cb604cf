import type { UseFormRegisterReturn } from 'react-hook-form';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { TextField } from '#web/ui/forms/field.tsx';
import { cleanWhileTyping } from './application-fields.ts';

/** A creator's username. Invalid characters are removed while the user types. */
export function UsernameField({
  field,
  hint,
  error,
}: {
  field: UseFormRegisterReturn;
  hint: Text;
  error: string | undefined;
}) {
  return (
    <TextField
      label={t`Username`}
      lead="@"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.creatorUsername.max}
      hint={hint}
      error={error}
      {...field}
      onChange={(event) => {
        cleanWhileTyping(event);
        void field.onChange(event);
      }}
    />
  );
}
