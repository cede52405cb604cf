import * as contract from '#contract/webhooks/webhooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';

import { listDeliveries, readDelivery, replayWebhook, resendDelivery, testWebhook } from './deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  rotateWebhookSecret,
} from './manage-webhooks.ts';
import { webhookCaller } from './webhook-caller.ts';

const minuteMs = 60_000;

export function webhookRoutes(context: MoneyContext): Route[] {
  const { limits } = context;
  // Each checks an address, which asks name servers.
  const changes = limits.limiter('webhook changes per person', { points: 300, perMs: 60 * minuteMs });
  const sends = limits.limiter('webhook tests and repeats per person', { points: 30, perMs: minuteMs });
  const replays = limits.limiter('webhook replays per person', { points: 30, perMs: 60 * minuteMs });
  return [
    route(contract.listWebhooks, (_input, request) => listWebhooks(context, signedIn(request))),
    route(contract.getWebhook, ({ params }, request) => readWebhook(context, signedIn(request), params.id)),
    route(contract.createWebhook, async ({ body }, request) => {
      const caller = webhookCaller(request);
      await changes.consume(caller.actor.userId);
      return createWebhook(context, caller, body);
    }),
    route(contract.changeWebhook, async ({ params, body }, request) => {
      const caller = webhookCaller(request);
      await changes.consume(caller.actor.userId);
      return changeWebhook(context, caller, params.id, body);
    }),
    route(contract.deleteWebhook, ({ params }, request) => deleteWebhook(context, webhookCaller(request), params.id)),
    route(contract.rotateWebhookSecret, async ({ params }, request) => {
      const caller = webhookCaller(request);
      await changes.consume(caller.actor.userId);
      return rotateWebhookSecret(context, caller, params.id);
    }),
    route(contract.testWebhook, async ({ params }, request) => {
      const actor = signedIn(request);
      await sends.consume(actor.userId);
      return testWebhook(context, actor, params.id);
    }),
    route(contract.replayWebhook, async ({ params, body }, request) => {
      const actor = signedIn(request);
      await replays.consume(actor.userId);
      return replayWebhook(context, actor, params.id, body.since);
    }),
    route(contract.listDeliveries, ({ params, query }, request) =>
      listDeliveries(context, signedIn(request), params.id, query),
    ),
    route(contract.getDelivery, ({ params }, request) => readDelivery(context, signedIn(request), params.id)),
    route(contract.resendDelivery, async ({ params }, request) => {
      const actor = signedIn(request);
      await sends.consume(actor.userId);
      return resendDelivery(context, actor, params.id);
    }),
  ];
}
