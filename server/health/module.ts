import { paths } from '#contract/paths.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { countFailedJobs } from './health.sql.ts';
import { healthPageRoutes } from './routes.ts';

/** The health of the installation, for admins. Comes last, because it judges what all modules leave behind. */
export function healthModule(context: MoneyContext): Module {
  context.hooks.handle('admin.counts', countFailedJobs);
  context.hooks.handle('audit.targets', async (_sql, targets) =>
    targets
      .filter(({ kind }) => kind === 'jobs')
      .map(({ kind, id }) => ({ kind, id, label: id, path: paths.adminHealth, userId: null, poolId: null })),
  );
  return { routes: healthPageRoutes(context) };
}
