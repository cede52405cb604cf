import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/updates/hooks.ts';
import { commentInvariants } from './check-comments.ts';
import { commentData } from './personal-data.sql.ts';
import { eraseComments } from './remove-comment.ts';
import { commentRoutes } from './routes.ts';
import { isUpdateLiked } from './update-likes.sql.ts';

/** Comments of pools and of updates, and likes of comments and updates. */
export function commentsModule(context: Platform): Module {
  context.facts.within('user.left', (tx, { userId }) => eraseComments(tx, userId));
  context.hooks.handle('update.is_liked', isUpdateLiked);
  return { routes: commentRoutes(context), invariants: commentInvariants, personalData: commentData };
}
