import type {} from '#server/accounts/facts.ts';
import type {} from '#server/media/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { creatorInvariants } from './check-creators.ts';
import { eraseCreator } from './erase-creator.ts';
import { profileImageUses } from './image-uses.sql.ts';
import { creatorData } from './personal-data.sql.ts';
import { creatorRoutes } from './routes.ts';
import { seedCategories } from './seed-categories.ts';

/** Creators' profiles and applications, and the categories. */
export function creatorsModule(context: MoneyContext): Module {
  context.facts.within('user.left', (tx, { userId }) => eraseCreator(context, tx, userId));
  context.hooks.handle('image.uses', profileImageUses);
  return {
    routes: creatorRoutes(context),
    invariants: creatorInvariants,
    personalData: creatorData,
    start: () => seedCategories(context),
  };
}
