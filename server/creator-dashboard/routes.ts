import * as desk from '#contract/creator-dashboard.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import { listCreatorPayouts } from './list-creator-payouts.ts';
import { listCreatorRequests, readCreatorRequest } from './list-creator-requests.ts';
import { readCreatorDashboard } from './read-creator-dashboard.ts';

export function creatorDashboardRoutes(context: MoneyContext): Route[] {
  return [
    route(desk.getCreatorDashboard, (_input, request) =>
      readCreatorDashboard(context, signedIn(request), request.ageVerified),
    ),
    route(desk.listCreatorRequests, ({ query }, request) =>
      listCreatorRequests(context, signedIn(request), { ...query, ageVerified: request.ageVerified }),
    ),
    route(desk.getCreatorRequest, ({ params }, request) =>
      readCreatorRequest(context, signedIn(request), { poolId: params.id, ageVerified: request.ageVerified }),
    ),
    route(desk.listCreatorPayouts, ({ query }, request) =>
      listCreatorPayouts(context, signedIn(request), { ...query, ageVerified: request.ageVerified }),
    ),
  ];
}
