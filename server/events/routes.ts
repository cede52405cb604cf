import * as contract from '#contract/events.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listEvents } from './read-events.ts';

export const eventRoutes = (context: Platform): Route[] => [
  route(contract.listEvents, ({ query }, request) =>
    listEvents(context, { userId: signedIn(request).userId, readsSite: false }, query),
  ),
  route(contract.listSiteEvents, ({ query }, request) =>
    listEvents(context, { userId: signedIn(request).userId, readsSite: true }, query),
  ),
];
