import { z } from 'zod';
import { emailField } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
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
    .string('Name is required')
    .overwrite(tidyLine)
    .min(1, 'Name is required')
    .max(name, `Name must be ${name} characters or less`),
  email: emailField,
  subject: z
    .string('Subject is required')
    .overwrite(tidyLine)
    .min(1, 'Subject is required')
    .max(subject, `Subject must be ${subject} characters or less`),
  message: z
    .string('Message is required')
    .overwrite(tidyText)
    .min(1, 'Message is required')
    .max(message, `Message must be ${message} characters or less`),
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
