import * as contributors from '#contract/contributors.ts';
import * as desk from '#contract/creators/creator-dashboard.ts';
import * as statement from '#contract/creators/creator-statement.ts';
import * as account from '#contract/creators/payout-account.ts';
import * as thanks from '#contract/thanks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { setLatePledges } from '#server/pools/set-late-pledges.ts';
import { markMyFirstSteps } from './first-steps.ts';
import { listContributors } from './list-contributors.ts';
import { listCreatorPayouts } from './list-creator-payouts.ts';
import { listCreatorRequests, readCreatorRequest } from './list-creator-requests.ts';
import { listSentMessages, messageContributors, readCreatorMessage } from './message-contributors.ts';
import { openMyPayoutDashboard, refreshMyPayoutAccount, retryMyPayout, startPayoutSetup } from './payout-setup.ts';
import { readCreatorDashboard } from './read-creator-dashboard.ts';
import { readMonthlyEarnings, readStatement } from './read-statement.ts';
import { listThanks, takeBackThanks, thankCreator } from './thanks.ts';

const ageOf = ({ seesAdult }: RequestContext) => ({ seesAdult });

export function creatorDashboardRoutes(context: MoneyContext): Route[] {
  return [
    route(desk.getCreatorDashboard, (_input, request) =>
      readCreatorDashboard(context, signedIn(request), request.seesAdult),
    ),
    route(desk.markFirstSteps, ({ body }, request) => markMyFirstSteps(context, signedIn(request), body.act)),
    route(desk.listCreatorRequests, ({ query }, request) =>
      listCreatorRequests(context, signedIn(request), { ...query, ...ageOf(request) }),
    ),
    route(desk.getCreatorRequest, ({ params }, request) =>
      readCreatorRequest(context, signedIn(request), { poolId: params.id, ...ageOf(request) }),
    ),
    route(desk.listCreatorPayouts, ({ query }, request) =>
      listCreatorPayouts(context, signedIn(request), { ...query, ...ageOf(request) }),
    ),
    route(contributors.listContributors, ({ params, query }, request) =>
      listContributors(context, { actor: signedIn(request), poolId: params.id, ...ageOf(request) }, query.page),
    ),
    route(contributors.listSentMessages, ({ params }, request) =>
      listSentMessages(context, signedIn(request), params.id),
    ),
    route(contributors.messageContributors, ({ params, body }, request) =>
      messageContributors(context, signedIn(request), { poolId: params.id, ...body }),
    ),
    route(contributors.getCreatorMessage, ({ params }, request) =>
      readCreatorMessage(context, signedIn(request), { id: params.id, ...ageOf(request) }),
    ),
    route(contributors.setLatePledges, ({ params, body }, request) =>
      setLatePledges(context, signedIn(request), { poolId: params.id, allowed: body.allowed }),
    ),
    route(thanks.listThanks, ({ params }, request) =>
      listThanks(context, signedIn(request), { poolId: params.id, ...ageOf(request) }),
    ),
    route(thanks.thankCreator, ({ params, body }, request) =>
      thankCreator(context, signedIn(request), { poolId: params.id, ...body, ...ageOf(request) }),
    ),
    route(thanks.takeBackThanks, ({ params }, request) => takeBackThanks(context, signedIn(request), params.id)),
    route(account.startPayoutSetup, ({ body }, request) => startPayoutSetup(context, signedIn(request), body)),
    route(account.openPayoutDashboard, ({ body }, request) => openMyPayoutDashboard(context, signedIn(request), body)),
    route(account.refreshPayoutAccount, ({ body }, request) =>
      refreshMyPayoutAccount(context, signedIn(request), body),
    ),
    route(account.retryPayout, ({ params }, request) => retryMyPayout(context, signedIn(request), params.id)),
    route(statement.getEarnings, (_input, request) => readMonthlyEarnings(context, signedIn(request))),
    route(statement.getStatement, ({ query }, request) =>
      readStatement(context, signedIn(request), { ...query, ...ageOf(request) }),
    ),
  ];
}
