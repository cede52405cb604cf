import type {} from '#server/accounts/facts.ts';
import type {} from '#server/delivery/hooks.ts';
import type {} from '#server/moderation/hooks.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/facts.ts';
import { legalInvariants } from './check-legal.ts';
import { defineLegalJobs } from './jobs.ts';
import { legalListExports } from './list-exports.ts';
import { legalMailSamples } from './mail-samples.ts';
import { forgetComments } from './materials.sql.ts';
import { legalData } from './personal-data.sql.ts';
import { exportCall, exportRoutes } from './records/export-routes.ts';
import { assertDocumented } from './records/record-production.ts';
import { warnAboutWrongKey } from './records/rotate-records.ts';
import { legalRoutes } from './routes.ts';
import { onUnfrozen } from './settle-pool.ts';
import { auditTargets } from './takedown-view.ts';
import { countTakedowns } from './takedowns.sql.ts';

/** Takedown notices, performer records and the public moderation figures. */
export function legalModule(context: Platform): Module {
  defineLegalJobs(context);
  context.hooks.handle('admin.counts', countTakedowns);
  context.hooks.handle('audit.targets', async (_sql, targets) => auditTargets(targets));
  context.hooks.handle('delivery.assert_documented', (tx, delivery) => assertDocumented(context, tx, delivery));
  context.facts.within('pool.clocks_shifted', (tx, unfrozen) => onUnfrozen(context, tx, unfrozen));
  // Performer records stay until their retention is over.
  context.facts.within('user.left', (tx, { userId }) => forgetComments(tx, userId));
  const lists = legalListExports(context);
  return {
    routes: legalRoutes(context),
    raw: [exportRoutes(context), ...lists.map(({ raw }) => raw)],
    rawCalls: [exportCall, ...lists.map(({ call }) => call)],
    invariants: legalInvariants,
    personalData: legalData,
    mailSamples: () => legalMailSamples(context),
    start: () => warnAboutWrongKey(context),
  };
}
