import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http.ts';
import { creatorQuestions } from './check-creators.ts';
import { creatorRoutes } from './routes.ts';

/** Profiles and applications of creators. */
export function creatorsModule(context: MoneyContext): Module {
  return { routes: creatorRoutes(context), questions: creatorQuestions };
}
