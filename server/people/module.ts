import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteBlocksOf } from './blocks.sql.ts';
import { peopleData } from './personal-data.sql.ts';
import { peopleRoutes } from './routes.ts';

/** Lists of people, public profiles and blocks. */
export function peopleModule(context: Platform): Module {
  context.facts.within('user.left', (tx, { userId }) => deleteBlocksOf(tx, userId));
  return { routes: peopleRoutes(context), personalData: peopleData };
}
