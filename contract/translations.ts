import { z } from 'zod';
import { localeField } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const translatedKinds = ['pool', 'update', 'comment', 'creator'] as const;
export type TranslatedKind = (typeof translatedKinds)[number];

export const translateText = endpoint({
  method: 'POST',
  path: '/api/translate',
  summary: 'Translate what someone wrote, as the caller may read it. Not found on a site without a translation service',
  who: 'anyone',
  body: z.object({
    kind: z.enum(translatedKinds),
    /** The id; of a creator, the username. */
    id: z.string().min(1).max(100),
    /** One of the languages of the site. */
    to: localeField,
  }),
  output: z.object({
    /** Of a pool; null otherwise. */
    title: z.string().nullable(),
    /** The description of a pool or creator, or the text of an update or comment. */
    text: z.string(),
    /** The language that the service recognized, as a BCP 47 tag; null if it did not. */
    from: z.string().nullable(),
  }),
  errors: ['age_gate', 'update_locked', 'unavailable'],
  // It reads.
  whileSuspended: true,
});
