import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { pageErrorLimits } from '#contract/limits.ts';
import { endpoint } from './endpoint.ts';

/** Reports an error that the browser met while it rendered a page. Nothing in it says who the person is. */
export const reportPageError = endpoint({
  method: 'POST',
  path: '/api/page-errors',
  summary:
    'Report an error of a page in the browser; returns the reference under which the log has it; works signed out',
  who: 'anyone',
  body: z.object({
    message: z.string().max(pageErrorLimits.message),
    stack: z.string().max(pageErrorLimits.stack).default(''),
    /** The page's path, without its query. */
    path: z
      .string()
      .max(pageErrorLimits.path)
      .regex(/^\/[^?#]*$/, { error: () => t`The path must begin with a slash and have no query.` }),
  }),
  output: z.object({ reference: z.string() }),
  status: 201,
  whileSuspended: true,
});
