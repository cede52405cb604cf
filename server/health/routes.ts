import * as contract from '#contract/admin/health.ts';
import * as setup from '#contract/admin/setup.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { changeOperator } from '#server/operator/change-operator.ts';
import { hideSetup } from '#server/operator/hide-setup.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { readHealth } from './read-health.ts';
import { listSettings, readSetup } from './read-setup.ts';
import { retryFailedJobs } from './retry-failed-jobs.ts';

export function healthPageRoutes(context: MoneyContext): Route[] {
  const adminOf = (request: RequestContext) => ({ actor: signedIn(request), ip: request.ip });
  return [
    route(setup.getSetup, () => readSetup(context)),
    route(setup.changeOperator, async ({ body }, request) => {
      await changeOperator(context, adminOf(request), body);
      return readSetup(context);
    }),
    route(setup.hideSetup, async ({ body }, request) => {
      await hideSetup(context, adminOf(request), body.hidden);
      return readSetup(context);
    }),
    route(contract.getHealth, () => readHealth(context)),
    route(contract.listSettings, async () => ({ settings: listSettings(context.config) })),
    route(contract.retryJobs, async ({ body }, request) => ({
      retried: await retryFailedJobs(context, adminOf(request), body.kind),
    })),
  ];
}
