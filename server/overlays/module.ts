import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { overlayPages } from './overlay-pages.ts';
import { overlayChannel } from './overlay-streams.ts';
import { deleteOverlaysOf, forgetTokens, notifyOverlays } from './overlays.sql.ts';
import { overlayData } from './personal-data.sql.ts';
import { overlayRoutes } from './routes.ts';

/** A pool in a live stream: its goal, its backers and alerts, for streaming software. */
export function overlaysModule(context: Platform): Module {
  const { facts } = context;
  facts.within('user.left', async (tx, { userId }) => {
    await deleteOverlaysOf(tx, userId);
    await notifyOverlays(tx, overlayChannel, JSON.stringify({ userId }));
  });
  facts.within('user.suspended', (tx, { userId }) => notifyOverlays(tx, overlayChannel, JSON.stringify({ userId })));
  return {
    routes: overlayRoutes(context),
    raw: [overlayPages(context)],
    personalData: overlayData,
    invariants: [
      {
        name: 'a deleted account has no overlay',
        sql: 'select o.id from overlays o join users u on u.id = o.user_id where u.deleted_at is not null',
      },
    ],
    // A URL that was replaced after the backup must not work again. The settings stay.
    afterRestore: forgetTokens,
  };
}
