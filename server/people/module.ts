import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteBlocksOf } from './blocks.sql.ts';
import { deleteInterestsOf, insertWelcomeCard } from './interests.sql.ts';
import { peopleData } from './personal-data.sql.ts';
import { peopleRoutes } from './routes.ts';

/** Lists of people, public profiles, blocks and interests. */
export function peopleModule(context: Platform): Module {
  context.facts.within('user.registered', async (tx, { userId, signUp }) => {
    if (signUp) await insertWelcomeCard(tx, userId);
  });
  context.facts.within('user.left', async (tx, { userId }) => {
    await deleteBlocksOf(tx, userId);
    await deleteInterestsOf(tx, userId);
  });
  return { routes: peopleRoutes(context), personalData: peopleData };
}
