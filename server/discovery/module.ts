import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http/http.ts';
import { discoveryQuestions } from './check-discovery.ts';
import { discoveryRoutes } from './routes.ts';

/** The feed, and search for pools, creators and people. */
export function discoveryModule(context: MoneyContext): Module {
  return { routes: discoveryRoutes(context), questions: discoveryQuestions };
}
