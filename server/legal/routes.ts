import * as contract from '#contract/legal.ts';
import * as report from '#contract/moderation-report.ts';
import * as records from '#contract/performers.ts';
import { listQueue, readQueued } from '#server/moderation/queue.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { decideTakedown } from './decide-takedown.ts';
import { listCandidates } from './list-candidates.ts';
import { listRepeatInfringersOf } from './list-infringers.ts';
import { readModerationReport } from './moderation-report/read-moderation-report.ts';
import { addPerformer } from './records/add-performer.ts';
import { productionQueue } from './records/list-productions.ts';
import { listOwnPerformers, readProduction, recordProduction } from './records/record-production.ts';
import { readMyTakedown, sendCounterNotice } from './send-counter-notice.ts';
import { sendTakedownNotice } from './send-takedown-notice.ts';
import { settleTakedown } from './settle-takedown.ts';
import { takedownQueue } from './takedown-view.ts';

export function legalRoutes(context: Platform): Route[] {
  return [
    route(contract.sendTakedownNotice, ({ body }, request) => sendTakedownNotice(context, request, body)),
    route(contract.listTakedowns, ({ query }) => listQueue(context, takedownQueue, query)),
    route(contract.getAdminTakedown, ({ params }) => readQueued(context, takedownQueue, params.id)),
    route(contract.listTakedownCandidates, ({ params }) => listCandidates(context, params.id)),
    route(contract.decideTakedown, async ({ params, body }, request) => {
      await decideTakedown(context, signedIn(request), request.ip, { id: params.id, ...body });
      return readQueued(context, takedownQueue, params.id);
    }),
    route(contract.settleTakedown, async ({ params, body }, request) => {
      const noticeId = await settleTakedown(context, signedIn(request), request.ip, { id: params.id, ...body });
      return readQueued(context, takedownQueue, noticeId);
    }),
    route(contract.listRepeatInfringers, () => listRepeatInfringersOf(context)),
    route(contract.getTakedown, ({ params }, request) => readMyTakedown(context, signedIn(request), params.id)),
    route(contract.sendCounterNotice, ({ params, body }, request) =>
      sendCounterNotice(context, signedIn(request), request.ip, { id: params.id, form: body }),
    ),
    route(records.listPerformers, (_input, request) => listOwnPerformers(context, signedIn(request))),
    route(records.addPerformer, (_input, request) => addPerformer(context, request)),
    route(records.getProduction, ({ params }, request) => readProduction(context, signedIn(request), params.id)),
    route(records.recordProduction, ({ params, body }, request) =>
      recordProduction(context, signedIn(request), { poolId: params.id, form: body }),
    ),
    route(records.listProductions, ({ query }) => listQueue(context, productionQueue, query)),
    route(records.getProductionItem, ({ params }) => readQueued(context, productionQueue, params.id)),
    route(report.getModerationReport, () => readModerationReport(context)),
  ];
}
