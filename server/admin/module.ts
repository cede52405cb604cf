import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { adminRoutes } from './routes.ts';

/** What admins see and do about people: roles, verification, suspension, sessions, deletion on request. */
export function adminModule(context: MoneyContext): Module {
  return { routes: adminRoutes(context) };
}
