import type { z } from 'zod';
import { type Text, t } from '#contract/language/text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Messages for schemas without their own; people never see the validator's messages. */
export function validationMessage(issue: Issue): Text | undefined {
  const field = nameOf(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? t`${{ field }} is required`
        : t`${{ field }} is not valid`;
    case 'too_small':
      return issue.origin === 'number'
        ? t`${{ field }} must be at least ${{ minimum: Number(issue.minimum) }}`
        : t`${{ field }} is too short`;
    case 'too_big':
      return issue.origin === 'number'
        ? t`${{ field }} must be at most ${{ maximum: Number(issue.maximum) }}`
        : t`${{ field }} is too long`;
    case 'invalid_value':
      return oneOf(field, issue.values.map(String));
    case 'unrecognized_keys':
      return t`There is no field ${{ names: issue.keys.map((key) => `"${key}"`).join(', ') }} here`;
    default:
      return t`${{ field }} is not valid`;
  }
}

/** The field `displayName` reads "Display name". An index in a list takes the list's name. */
function nameOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'body';
  const words = String(name).replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function oneOf(field: string, values: string[]): Text {
  const last = values.pop() ?? '';
  return values.length === 0
    ? t`${{ field }} must be ${{ choice: last }}`
    : t`${{ field }} must be ${{ choices: values.join(', ') }} or ${{ last }}`;
}
