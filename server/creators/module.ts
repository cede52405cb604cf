import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { creatorQuestions } from './check-creators.ts';
import { forgetCreator } from './forget-creator.ts';
import { creatorData } from './personal-data.sql.ts';
import { creatorRoutes } from './routes.ts';

/** Profiles and applications of creators. */
export function creatorsModule(context: Platform): Module {
  context.facts.within('user.left', (tx, { userId }) => forgetCreator(tx, userId));
  return { routes: creatorRoutes(context), questions: creatorQuestions, personalData: creatorData };
}
