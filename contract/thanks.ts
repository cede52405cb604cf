import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byUuid } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

/** A fan's thank-you for a delivery. */
export const thankYou = z.object({
  id: uuid,
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** Null if the fan pledged anonymously. */
  fan: userSummary.omit({ id: true }).nullable(),
});
export type ThankYou = z.infer<typeof thankYou>;

export const listThanks = endpoint({
  method: 'GET',
  path: '/api/pools/:id/thanks',
  summary: 'List the latest 100 thank-yous for a delivery, as its creator or an admin; as a contributor only mine',
  who: 'user',
  scope: 'contributors:read',
  params: byUuid,
  output: z.object({
    items: z.array(thankYou),
    totalCount: z.number().int(),
    mine: thankYou.nullable(),
    /** A contributor who has not thanked yet. */
    canThank: z.boolean(),
  }),
  errors: ['content_locked'],
});
export const thankCreator = endpoint({
  method: 'POST',
  path: '/api/pools/:id/thanks',
  summary: 'Thank the creator for a delivery, as a contributor and once per pool',
  who: 'user',
  params: byUuid,
  body: z.object({
    text: z
      .string({ error: () => t`Write a few words first` })
      .overwrite(tidyText)
      .min(1, { error: () => t`Write a few words first` })
      .max(limits.thanks, { error: () => t`A thank-you must be 280 characters or less` }),
  }),
  output: thankYou,
  status: 201,
  errors: ['content_locked', 'conflict'],
});
export const takeBackThanks = endpoint({
  method: 'DELETE',
  path: '/api/thanks/:id',
  summary: 'Delete my thank-you',
  who: 'user',
  params: byUuid,
  output: z.object({ ok: z.literal(true) }),
});
