import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/http.ts';
import { searchRoutes } from './routes.ts';

/** One question to all that can be found. */
export function searchModule(context: MoneyContext): Module {
  return { routes: searchRoutes(context) };
}
