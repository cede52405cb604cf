import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

export const interests = z.object({
  /** Category names, in the order in which I chose them. */
  interests: z.array(z.string()),
  /** Whether the home page shows the welcome card: I signed up, and have neither answered nor skipped it. */
  welcome: z.boolean(),
});
export type Interests = z.infer<typeof interests>;

export const getInterests = endpoint({
  method: 'GET',
  path: '/api/user/interests',
  summary: 'Get the categories that I want to see first, and whether the home page still asks for them',
  who: 'user',
  scope: 'profile:read',
  output: interests,
});
export const setInterests = endpoint({
  method: 'PATCH',
  path: '/api/user/interests',
  summary: 'Replace my interests with up to three categories, none of them adult; hides the welcome card permanently',
  who: 'user',
  body: z.object({
    interests: z
      .array(z.string().trim().min(1).max(100))
      .max(limits.interests, { error: () => t`Choose at most 3 interests` })
      .refine((names) => new Set(names).size === names.length, { error: () => t`Choose each interest once` }),
  }),
  output: interests,
});
export const skipWelcome = endpoint({
  method: 'DELETE',
  path: '/api/user/welcome',
  summary: 'Hide the welcome card permanently; repeating the call is harmless',
  who: 'user',
  output: interests,
});
