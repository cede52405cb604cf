import * as contract from '#contract/admin-users.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listPeople } from './list-people.ts';

export function adminRoutes(context: Platform): Route[] {
  return [route(contract.listAdminUsers, ({ query }) => listPeople(context, query))];
}
