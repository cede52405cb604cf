import { z } from 'zod';
import type { ValuesOf } from './fields.ts';
import { integer, setting } from './fields.ts';

/** The role of this node, and the number of its processes. */
export const processSettings = {
  ROLE: setting(
    'all',
    z.enum(['all', 'web', 'worker']),
    'Serve pages and API calls (`web`), run jobs (`worker`), or both (`all`).',
  ),
  WEB_PROCESSES: setting(
    '1',
    integer(1, 64),
    'The number of processes that serve pages and API calls on PORT, at most one for each core. Each has DATABASE_POOL connections and, without REDIS_URL, counts rate limits for itself. With more than 1, one more process runs the jobs. ROLE=worker and `npm run dev` ignore it.',
  ),
};

export function processesOf(values: ValuesOf<typeof processSettings>) {
  return { role: values.ROLE, webProcesses: values.WEB_PROCESSES };
}
