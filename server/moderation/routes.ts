import * as contract from '#contract/admin/moderation.ts';
import { getAdminPool } from '#contract/admin/pool-history.ts';
import * as claims from '#contract/claims.ts';
import * as reports from '#contract/reports.ts';
import { listApplications, readApplicationItem } from '#server/creators/list-applications.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { actOnPoolAsAdmin } from './act-on-pool-as-admin.ts';
import { claimQueue, readClaim } from './claim-queue.ts';
import { contentClaimQueue, readContentClaim } from './content-claim-queue.ts';
import { countAdminLists } from './count-lists.ts';
import { makeAppeal } from './make-appeal.ts';
import { makeReport } from './make-report.ts';
import { markOwn, markOwnOnes } from './mark-own.ts';
import { listPoolPage, poolQueue } from './pool-queue.ts';
import { listQueue, readQueued } from './queue.ts';
import { readPoolHistory } from './read-pool-history.ts';
import { readStorage } from './read-storage.ts';
import { reportQueue } from './report-queue.ts';
import { reviewClaim } from './review-claim.ts';
import { reviewReport } from './review-report.ts';

export function moderationRoutes(context: MoneyContext): Route[] {
  return [
    route(contract.getAdminCounts, () => countAdminLists(context)),
    route(contract.getStorage, () => readStorage(context)),
    route(contract.listVerifications, async ({ query }, request) =>
      markOwnOnes(context, signedIn(request), 'verifications', await listApplications(context, query)),
    ),
    route(contract.getVerification, async ({ params }, request) =>
      markOwn(context, signedIn(request), 'verifications', await readApplicationItem(context, params.id)),
    ),
    route(contract.decideVerification, async ({ params, body }, request) => {
      await reviewClaim(context, signedIn(request), request.ip, 'verification', { ...params, ...body });
      return readApplicationItem(context, params.id);
    }),
    route(contract.listContentClaims, async ({ query }, request) =>
      markOwnOnes(context, signedIn(request), 'contentClaims', await listQueue(context, contentClaimQueue, query)),
    ),
    route(contract.getContentClaim, async ({ params }, request) =>
      markOwn(context, signedIn(request), 'contentClaims', await readContentClaim(context, params.id)),
    ),
    route(contract.decideContentClaim, async ({ params, body }, request) => {
      await reviewClaim(context, signedIn(request), request.ip, 'contentClaim', { ...params, ...body });
      return readQueued(context, contentClaimQueue, params.id);
    }),
    route(claims.listClaims, async ({ query }, request) =>
      markOwnOnes(context, signedIn(request), 'claims', await listQueue(context, claimQueue(query.kind), query)),
    ),
    route(claims.getClaim, async ({ params }, request) =>
      markOwn(context, signedIn(request), 'claims', await readClaim(context, params.id)),
    ),
    route(claims.decideClaim, async ({ params, body }, request) => {
      const { kind } = await readQueued(context, claimQueue(), params.id);
      const claim = kind === 'pool' ? 'poolClaim' : 'creatorClaim';
      await reviewClaim(context, signedIn(request), request.ip, claim, { ...params, ...body });
      return readClaim(context, params.id);
    }),
    route(contract.listAdminPools, ({ query }) => listPoolPage(context, query)),
    route(getAdminPool, ({ params }) => readPoolHistory(context, params.id)),
    route(contract.actOnPool, async ({ params, body }, request) => {
      await actOnPoolAsAdmin(context, signedIn(request), request.ip, { poolId: params.id, ...body });
      return readQueued(context, poolQueue, params.id);
    }),
    route(reports.makeReport, ({ body }, request) => makeReport(context, signedIn(request), body)),
    route(reports.makeAppeal, ({ body }, request) => makeAppeal(context, signedIn(request), body.reason)),
    route(contract.listReports, async ({ query }, request) =>
      markOwnOnes(context, signedIn(request), 'reports', await listQueue(context, reportQueue(query.kind), query)),
    ),
    route(contract.getReport, async ({ params }, request) =>
      markOwn(context, signedIn(request), 'reports', await readQueued(context, reportQueue(), params.id)),
    ),
    route(contract.decideReport, async ({ params, body }, request) => {
      await reviewReport(context, signedIn(request), request.ip, { ...params, ...body });
      return readQueued(context, reportQueue(), params.id);
    }),
  ];
}
