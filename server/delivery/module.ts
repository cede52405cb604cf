import type {} from '#server/media/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import type {} from '#server/pools/hooks.ts';
import { deliveryInvariants } from './check-delivery.ts';
import { contentFileRoutes } from './content-file-routes.ts';
import { eraseObjectionsOf, hasAccess } from './delivery.sql.ts';
import { eraseDeliveries } from './erase-deliveries.ts';
import { contentUses, countOpenObjections, isDeliveryWithheld } from './hooks.sql.ts';
import { defineDeliveryJobs } from './jobs.ts';
import { deliveryData } from './personal-data.sql.ts';
import { deliveryRoutes } from './routes.ts';

/** Deliveries, access to them, and objections. */
export function deliveryModule(context: MoneyContext): Module {
  defineDeliveryJobs(context);
  context.facts.within('user.left', async (tx, { userId }) => {
    await eraseObjectionsOf(tx, userId);
    await eraseDeliveries(context, tx, userId);
  });
  context.hooks.handle('upload.uses', contentUses);
  context.hooks.handle('pool.open_objections', countOpenObjections);
  context.hooks.handle('pool_page.has_access', hasAccess);
  context.hooks.handle('pool_page.delivery_withheld', isDeliveryWithheld);
  return {
    routes: deliveryRoutes(context),
    raw: [contentFileRoutes(context)],
    rawCalls: [
      {
        method: 'get',
        path: '/api/content-files/{id}',
        summary: 'Bytes of a delivered file; Range requests',
        who: 'anyone',
      },
      {
        method: 'get',
        path: '/api/content-files/{id}/preview',
        summary: 'A small picture of a delivered picture',
        who: 'anyone',
      },
    ],
    invariants: deliveryInvariants,
    personalData: deliveryData,
  };
}
