import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { validationError } from './errors.ts';
import { validationMessage } from './validation-messages.ts';

/** Validates and coerces what a client sent. Throws validation_failed, also for text that PostgreSQL cannot store. */
export function parseValue<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parse = () => schema.safeParse(value, { error: validationMessage });
  const result = parse();
  if (!result.success) throw validationError(result.error, () => parse().error);
  if (!isStorable(result.data)) {
    throw appError('validation_failed', { message: () => t`This contains a character that can’t be stored.` });
  }
  return result.data;
}

/** PostgreSQL's text cannot store NUL, and its JSON cannot store half of a surrogate pair. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable);
}
