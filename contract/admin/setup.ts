import { z } from 'zod';
import { emailField } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { plural, t } from '#contract/language/text.ts';
import { isLongerThan, tidyLine, tidyText } from '#contract/values/tidy-text.ts';
import { runbookSection } from './health.ts';

export const setupSteps = ['operator', 'mail', 'cards', 'records', 'categories', 'creator', 'backup'] as const;

export const setupStep = z.object({
  id: z.enum(setupSteps),
  title: z.string(),
  done: z.boolean(),
  /** One or two sentences: what holds, or what is missing. */
  message: z.string(),
  /** How to do it, from docs/operations.md. Null once it is done, or if the page has everything. */
  runbook: runbookSection.nullable(),
});
export type SetupStep = z.infer<typeof setupStep>;

const operatorField = z.object({
  value: z.string().nullable(),
  /** The setting of the server that overrides the value; null while the browser can change it. */
  setting: z.string().nullable(),
});

export const setup = z.object({
  steps: z.array(setupStep),
  /** An admin has hidden the checklist. */
  hidden: z.boolean(),
  operator: z.object({ name: operatorField, address: operatorField, email: operatorField }),
});
export type Setup = z.infer<typeof setup>;

/** Not in `limits`, because only admins load them. The settings OPERATOR_NAME and OPERATOR_ADDRESS have the same. */
export const operatorLimits = { name: 120, address: { min: 5, max: 300 } } as const;
const { name, address } = operatorLimits;

/** Absent fields stay as they are; empty ones are cleared. */
export const operatorForm = z.object({
  name: z
    .string()
    .overwrite(tidyLine)
    .refine((text) => !isLongerThan(text, name), {
      error: () => t`Name must be ${plural({ max: name }, { one: '# character', other: '# characters' })} or less`,
    })
    .optional(),
  address: z
    .string()
    .overwrite(tidyText)
    .refine((text) => !isLongerThan(text, address.max), {
      error: () =>
        t`Address must be ${plural({ max: address.max }, { one: '# character', other: '# characters' })} or less`,
    })
    .refine((text) => text === '' || isLongerThan(text, address.min - 1), {
      error: () =>
        t`Address must be at least ${plural({ min: address.min }, { one: '# character', other: '# characters' })}`,
    })
    .optional(),
  email: z.union([z.literal(''), emailField]).optional(),
});

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/admin/setup',
  summary: 'Get the setup checklist: its steps with their state, and the operator’s details',
  who: 'admin',
  output: setup,
});

export const changeOperator = endpoint({
  method: 'PATCH',
  path: '/api/admin/operator',
  summary: 'Change the operator’s name, address or email; settings of the server override them',
  who: 'admin',
  body: operatorForm,
  output: setup,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/admin/setup/test-mail',
  summary: 'Send a test email to the admin who asks',
  who: 'admin',
  output: z.object({ message: z.string() }),
  status: 202,
  errors: ['mail_server_unavailable'],
});

export const hideSetup = endpoint({
  method: 'PATCH',
  path: '/api/admin/setup',
  summary: 'Hide the setup checklist on the admin dashboard, or show it again',
  who: 'admin',
  body: z.object({ hidden: z.boolean() }),
  output: setup,
});
