import * as contract from '#contract/push.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPush, subscribeToPush, unsubscribeFromPush } from './subscribe-to-push.ts';
import { testPush } from './test-push.ts';

export function pushRoutes(context: Platform): Route[] {
  const { limits } = context;
  const subscriptions = limits.limiter('push subscriptions per person', { points: 30, perMs: 60 * 60_000 });
  const tests = limits.limiter('push tests per person', { points: 6, perMs: 60_000 });
  return [
    route(contract.getPush, (_input, request) => readPush(context, signedIn(request))),
    route(contract.subscribeToPush, async ({ body }, request) => {
      const actor = signedIn(request);
      await subscriptions.consume(actor.userId);
      return subscribeToPush(context, actor, body);
    }),
    route(contract.unsubscribeFromPush, (_input, request) => unsubscribeFromPush(context, signedIn(request))),
    route(contract.testPush, async (_input, request) => {
      const actor = signedIn(request);
      await tests.consume(actor.userId);
      return testPush(context, actor);
    }),
  ];
}
