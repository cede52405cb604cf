import type {} from '#server/accounts/facts.ts';
import type {} from '#server/media/hooks.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/hooks.ts';
import { updateInvariants } from './check-updates.ts';
import { updateImageUses } from './image-uses.sql.ts';
import { updateData } from './personal-data.sql.ts';
import { refusalOfPost } from './policy.ts';
import { eraseUpdates } from './remove-update.ts';
import { updateRoutes } from './routes.ts';
import { updateCount } from './updates.sql.ts';

/** Updates that the creator and the owner post on a pool. The comments module holds their comments and likes. */
export function updatesModule(context: Platform): Module {
  context.facts.within('user.left', (tx, { userId }) => eraseUpdates(context, tx, userId));
  context.hooks.handle('image.uses', updateImageUses);
  context.hooks.handle('pool_page.update_count', updateCount);
  context.hooks.handle('pool.may_post_updates', (actor, pool) => !refusalOfPost(actor, pool));
  return { routes: updateRoutes(context), invariants: updateInvariants, personalData: updateData };
}
