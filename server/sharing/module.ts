import type {} from '#server/accounts/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { deleteAllCalendars, deleteCalendar } from './calendar/calendars.sql.ts';
import { calendarData } from './calendar/personal-data.sql.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { embedRoutes } from './embed-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { calendarSettingRoutes } from './routes.ts';
import { sharePictureRoutes } from './share-picture-routes.ts';
import { sitemapRoutes } from './sitemap-routes.ts';

/** Pools and creators on other sites: share pictures, feeds, the sitemap, embeds and calendars. */
export function sharingModule(context: MoneyContext): Module {
  context.facts.within('user.left', async (tx, { userId }) => deleteCalendar(tx, userId));
  return {
    routes: calendarSettingRoutes(context),
    raw: [
      sharePictureRoutes(context),
      feedRoutes(context),
      sitemapRoutes(context),
      embedRoutes(context),
      calendarRoutes(context),
    ],
    rawCalls: [
      {
        method: 'get',
        path: '/api/oembed',
        summary: 'Get the oEmbed data of a pool (oembed.com): `url`, `maxwidth`, `format`',
        who: 'anyone',
      },
    ],
    invariants: sharingInvariants,
    personalData: calendarData,
    // A link that was replaced after the backup must not work again.
    afterRestore: deleteAllCalendars,
  };
}

const sharingInvariants: readonly Invariant[] = [
  {
    name: 'a deleted account has no calendar',
    sql: 'select c.user_id from calendars c join users u on u.id = c.user_id where u.deleted_at is not null',
  },
];
