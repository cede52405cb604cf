import { z } from 'zod';
import { emailField } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { tidyLine, tidyText } from '#contract/values/tidy-text.ts';

/** The operator of this installation: what an admin entered, overridden by the settings. Absent values are null. */
export const operator = z.object({
  name: z.string(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  /** The agent designated for copyright notices. */
  agent: z.string().nullable(),
  /** The custodian of records under 18 U.S.C. 2257. */
  records: z.string().nullable(),
});
export type Operator = z.infer<typeof operator>;

const { name, subject, message } = limits.contact;

export const contactForm = z.object({
  name: z
    .string({ error: () => t`Name is required` })
    .overwrite(tidyLine)
    .min(1, { error: () => t`Name is required` })
    .max(name, {
      error: () => t`Name must be ${plural({ max: name }, { one: '# character', other: '# characters' })} or less`,
    }),
  email: emailField,
  subject: z
    .string({ error: () => t`Subject is required` })
    .overwrite(tidyLine)
    .min(1, { error: () => t`Subject is required` })
    .max(subject, {
      error: () =>
        t`Subject must be ${plural({ max: subject }, { one: '# character', other: '# characters' })} or less`,
    }),
  message: z
    .string({ error: () => t`Message is required` })
    .overwrite(tidyText)
    .min(1, { error: () => t`Message is required` })
    .max(message, { error: () => t`Message must be ${{ max: message }} characters or less` }),
  /** A honeypot: the field is invisible, so only bots fill it in. Their messages are discarded. */
  website: z.string().max(500).default(''),
});

export const getOperator = endpoint({
  method: 'GET',
  path: '/api/operator',
  summary: 'Get the operator of this installation',
  who: 'anyone',
  output: operator,
});
export const contactOperator = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to the operator; works signed out',
  who: 'anyone',
  body: contactForm,
  output: z.object({ message: z.string() }),
  status: 202,
  whileSuspended: true,
});
