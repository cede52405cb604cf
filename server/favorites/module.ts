import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import type {} from '#server/pools/hooks.ts';
import { defineFavoriteJobs } from './jobs.ts';
import { deleteLikesOf, isLiked } from './likes.sql.ts';
import { favoriteData } from './personal-data.sql.ts';
import { favoriteRoutes } from './routes.ts';
import { deleteSavesOf, getsNews, isSaved } from './saves.sql.ts';

/** The pools that people like, and those that they follow. */
export function favoritesModule(context: Platform): Module {
  defineFavoriteJobs(context);
  context.facts.within('user.left', async (tx, { userId }) => {
    await deleteLikesOf(tx, userId);
    await deleteSavesOf(tx, userId);
  });
  context.hooks.handle('pool_page.is_liked', isLiked);
  context.hooks.handle('pool_page.is_saved', isSaved);
  context.hooks.handle('pool_page.gets_news', getsNews);
  return { routes: favoriteRoutes(context), invariants: favoriteInvariants, personalData: favoriteData };
}

const favoriteInvariants: readonly Invariant[] = [
  {
    name: 'cached likes of pools equal their rows',
    sql: `select p.id, p.like_count, coalesce(l.n, 0) as should_be
      from pools p left join (select pool_id, count(*) as n from pool_likes group by pool_id) l on l.pool_id = p.id
      where p.like_count <> coalesce(l.n, 0)`,
  },
];
