import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { editVersion, instant } from '#contract/values/field-schemas.ts';
import { languageCodes } from '#contract/values/languages.ts';
import { formatMoney } from '#contract/values/money.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { type RequestTerms, requestTerms } from './creators.ts';

/** Takes every request. */
export const openTerms: RequestTerms = {
  categories: [],
  minimumGoal: null,
  declinesBelowMinimum: false,
  languages: [],
  declines: '',
  away: false,
  awayUntil: null,
};

const termsFields = z.object({
  categories: z.array(z.string().trim().min(1).max(50)).max(50),
  minimumGoal: z
    .int({ error: () => t`The minimum must be an amount in cents` })
    .min(limits.goalCents.min, {
      error: () => t`The minimum must be at least ${{ amount: formatMoney(limits.goalCents.min) }}`,
    })
    .max(limits.goalCents.max, {
      error: () => t`The minimum must be ${{ amount: formatMoney(limits.goalCents.max) }} or less`,
    })
    .nullable(),
  declinesBelowMinimum: z.boolean(),
  languages: z
    .array(z.enum(languageCodes, { error: () => t`Choose languages from the list` }))
    .refine((codes) => new Set(codes).size === codes.length, { error: () => t`Choose each language once` }),
  declines: z
    .string()
    .overwrite(tidyText)
    .max(limits.requestDeclines, {
      error: () => t`At most ${plural({ max: limits.requestDeclines }, { one: '# character', other: '# characters' })}`,
    }),
  away: z.boolean(),
  awayUntil: instant(() => t`Choose a date`).nullable(),
});

export const requestTermsForm = termsFields.refine(
  ({ declinesBelowMinimum, minimumGoal }) => !declinesBelowMinimum || minimumGoal !== null,
  { path: ['minimumGoal'], error: () => t`Enter the smallest goal that you accept` },
);
export type RequestTermsForm = z.input<typeof requestTermsForm>;

/** A creator's terms as they edit them. */
export const ownRequestTerms = requestTerms.extend({
  /** Changes with each of the terms. */
  version: z.string(),
});
export type OwnRequestTerms = z.infer<typeof ownRequestTerms>;

export const getRequestTerms = endpoint({
  method: 'GET',
  path: '/api/creator/request-terms',
  summary: 'Get my request terms',
  who: 'creator',
  output: ownRequestTerms,
});
export const setRequestTerms = endpoint({
  method: 'PATCH',
  path: '/api/creator/request-terms',
  summary:
    'Set any of my request terms: categories, minimum goal, languages, exclusions, vacation; missing fields stay as they are',
  who: 'creator',
  body: termsFields.partial().extend({ version: editVersion }),
  output: ownRequestTerms,
  errors: ['conflict'],
});
