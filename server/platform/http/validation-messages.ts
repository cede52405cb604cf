import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Messages for schemas without their own; people never see the validator's messages. */
export function validationMessage(issue: Issue): string | undefined {
  const field = nameOf(issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? `${field} is required` : `${field} is not valid`;
    case 'too_small':
      return issue.origin === 'number' ? `${field} must be at least ${issue.minimum}` : `${field} is too short`;
    case 'too_big':
      return issue.origin === 'number' ? `${field} must be at most ${issue.maximum}` : `${field} is too long`;
    case 'invalid_value':
      return `${field} must be ${listed(issue.values)}`;
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} here`;
    default:
      return `${field} is not valid`;
  }
}

/** The field `displayName` reads "Display name". An index in a list takes the list's name. */
function nameOf(path: readonly PropertyKey[] = []): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'body';
  const words = String(name).replace(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function listed(values: readonly unknown[]): string {
  const names = values.map(String);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}
