import {
  listBackedPools as backedEndpoint,
  changePledge as changeEndpoint,
  dismissPledge as dismissEndpoint,
  getPledge as getEndpoint,
  listMyPledges as listEndpoint,
  payPledge as payEndpoint,
  pledgeToPool as pledgeEndpoint,
  replacePledgeCard as replaceCardEndpoint,
  withdrawPledge as withdrawEndpoint,
} from '#contract/pledges/pledges.ts';
import { getReceipt } from '#contract/pledges/receipts.ts';
import { noteCardVisit } from '#server/money/card-testing/guard-cards.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { changePledge } from './change-pledge.ts';
import { dismissPledge } from './dismiss-pledge.ts';
import { getPledge } from './get-pledge.ts';
import { listBackedPools, listMyPledges } from './list-my-pledges.ts';
import { payPledge } from './pay-pledge.ts';
import { pledgeToPool } from './pledge-to-pool.ts';
import { readReceipt } from './read-receipt.ts';
import { replacePledgeCard } from './replace-pledge-card.ts';
import type { Viewer } from './show-pledge.ts';
import { withdrawPledge } from './withdraw-pledge.ts';

const viewerOf = (request: RequestContext): Viewer => ({
  userId: signedIn(request).userId,
  seesAdult: request.seesAdult,
});

export function pledgeRoutes(context: MoneyContext): Route[] {
  const note = (request: RequestContext) =>
    noteCardVisit(context, { userId: signedIn(request).userId, ip: request.ip });
  return [
    route(pledgeEndpoint, async ({ params, body }, request) => {
      // A saved card opens no page, except for late pledges whose card is declined.
      if (!body.useSavedCard) await note(request);
      return pledgeToPool(context, signedIn(request), { ...params, ...body, seesAdult: request.seesAdult });
    }),
    route(changeEndpoint, ({ params, body }, request) =>
      changePledge(context, viewerOf(request), { pledgeId: params.id, ...body }),
    ),
    route(withdrawEndpoint, ({ params }, request) => withdrawPledge(context, viewerOf(request), params.id)),
    route(listEndpoint, ({ query }, request) => listMyPledges(context, viewerOf(request), query.status)),
    route(backedEndpoint, (_input, request) => listBackedPools(context, viewerOf(request))),
    route(getEndpoint, ({ params }, request) => getPledge(context, viewerOf(request), params.id)),
    route(getReceipt, ({ params }, request) => readReceipt(context, viewerOf(request), params.id)),
    route(dismissEndpoint, ({ params }, request) => dismissPledge(context, viewerOf(request), params.id)),
    route(replaceCardEndpoint, async ({ params }, request) => {
      await note(request);
      return replacePledgeCard(context, signedIn(request), params.id);
    }),
    route(payEndpoint, async ({ params, body }, request) => {
      await note(request);
      return payPledge(context, viewerOf(request), { pledgeId: params.id, useSavedCard: body?.useSavedCard });
    }),
  ];
}
