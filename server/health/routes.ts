import * as contract from '#contract/admin/health.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import { listSettings } from './list-settings.ts';
import { readHealth } from './read-health.ts';
import { retryFailedJobs } from './retry-failed-jobs.ts';

export function healthPageRoutes(context: MoneyContext): Route[] {
  return [
    route(contract.getHealth, () => readHealth(context)),
    route(contract.listSettings, async () => ({ settings: listSettings(context.config) })),
    route(contract.retryJobs, async ({ body }, request) => ({
      retried: await retryFailedJobs(context, { actor: signedIn(request), ip: request.ip }, body.kind),
    })),
  ];
}
