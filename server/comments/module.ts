import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pools/hooks.ts';
import type {} from '#server/updates/hooks.ts';
import { commentInvariants } from './check-comments.ts';
import { eraseLikesAndComments } from './erase-likes-and-comments.ts';
import { defineCommentJobs } from './jobs.ts';
import { isLiked } from './likes.sql.ts';
import { commentData } from './personal-data.sql.ts';
import { commentRoutes } from './routes.ts';
import { getsNews, isSaved } from './saves.sql.ts';
import { isUpdateLiked } from './update-likes.sql.ts';

/** Comments and likes of pools and of updates, and the pools that people follow. */
export function commentsModule(context: Platform): Module {
  defineCommentJobs(context);
  context.facts.within('user.left', (tx, { userId }) => eraseLikesAndComments(tx, userId));
  context.hooks.handle('pool_page.is_liked', isLiked);
  context.hooks.handle('pool_page.is_saved', isSaved);
  context.hooks.handle('pool_page.gets_news', getsNews);
  context.hooks.handle('update.is_liked', isUpdateLiked);
  return { routes: commentRoutes(context), invariants: commentInvariants, personalData: commentData };
}
