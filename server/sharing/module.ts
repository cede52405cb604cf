import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { embedRoutes } from './embed-routes.ts';
import { feedRoutes } from './feed-routes.ts';
import { sharePictureRoutes } from './share-picture-routes.ts';
import { sitemapRoutes } from './sitemap-routes.ts';

/** Pools and creators on other sites: share pictures, feeds, the sitemap, embeds and calendar entries. */
export function sharingModule(context: MoneyContext): Module {
  return {
    routes: [],
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
  };
}
