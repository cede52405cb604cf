import * as claims from '#contract/claims.ts';
import * as contract from '#contract/moderation.ts';
import { listApplications } from '#server/creators/list-applications.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route } from '#server/platform/http.ts';
import { signedIn } from '#server/platform/signed-in.ts';
import { actOnPoolAsAdmin } from './act-on-pool-as-admin.ts';
import { listPoolClaims, readPoolClaimItem } from './list-pool-claims.ts';
import {
  listAdminPools,
  listContentClaims,
  listReports,
  readAdminPoolItem,
  readContentClaimItem,
  readReportItem,
} from './list-queues.ts';
import { reviewApplication } from './review-application.ts';
import { reviewContentClaim } from './review-content-claim.ts';
import { reviewPoolClaim } from './review-pool-claim.ts';
import { reviewReport } from './review-report.ts';

export function moderationRoutes(context: MoneyContext): Route[] {
  return [
    route(contract.listVerifications, ({ query }) => listApplications(context, query)),
    route(contract.decideVerification, ({ params, body }, request) =>
      reviewApplication(context, signedIn(request), request.ip, { ...params, ...body }),
    ),
    route(contract.listContentClaims, ({ query }, request) => listContentClaims(context, request, query)),
    route(contract.decideContentClaim, async ({ params, body }, request) => {
      await reviewContentClaim(context, signedIn(request), request.ip, { ...params, ...body });
      return readContentClaimItem(context, request, params.id);
    }),
    route(claims.listPoolClaims, ({ query }, request) => listPoolClaims(context, request, query)),
    route(claims.decidePoolClaim, async ({ params, body }, request) => {
      await reviewPoolClaim(context, signedIn(request), request.ip, { ...params, ...body });
      return readPoolClaimItem(context, request, params.id);
    }),
    route(contract.listAdminPools, ({ query }, request) => listAdminPools(context, request, query)),
    route(contract.actOnPool, async ({ params, body }, request) => {
      await actOnPoolAsAdmin(context, signedIn(request), request.ip, { poolId: params.id, ...body });
      return readAdminPoolItem(context, request, params.id);
    }),
    route(contract.listReports, ({ query }, request) => listReports(context, request, query)),
    route(contract.decideReport, async ({ params, body }, request) => {
      await reviewReport(context, signedIn(request), request.ip, { ...params, ...body });
      return readReportItem(context, request, params.id);
    }),
  ];
}
