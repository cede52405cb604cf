import { limits } from '#contract/limits.ts';
import {
  getMoneyTerms,
  listSavedCards as listEndpoint,
  removeSavedCard as removeEndpoint,
} from '#contract/pledges/pledges.ts';
import { type RawRoutes, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { listSavedCards } from './cards/list-saved-cards.ts';
import { removeSavedCard } from './cards/remove-saved-card.ts';
import { holdingOf } from './holding-limit.ts';
import type { MoneyContext } from './money-context.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';

const webhookBytes = 256 * 1024;

export function moneyRoutes(context: MoneyContext): Route[] {
  const { config, cards } = context;
  return [
    route(listEndpoint, (_input, request) => listSavedCards(context, signedIn(request))),
    route(removeEndpoint, async ({ params }, request) => {
      await removeSavedCard(context, signedIn(request), params.id);
      return { ok: true as const };
    }),
    route(getMoneyTerms, async () => ({
      platformFeePercent: config.platformFeePercent,
      minPledgeCents: config.minPledgeCents,
      maxPledgeCents: limits.pledgeCents.max,
      paymentWindowMs: config.windows.paymentMs,
      responseWindowMs: config.windows.responseMs,
      quietPeriodMs: config.windows.quietMs,
      setupWindowMs: config.windows.setupMs,
      shortfallWindowMs: config.windows.shortfallMs,
      waitingLimitMs: {
        frozen: config.waiting.freezeMs,
        review: config.waiting.reviewMs,
        held: config.waiting.heldMs,
      },
      deliveryGraceMs: config.windows.deliveryGraceMs,
      reminderIntervalMs: config.windows.reminderMs,
      fundingWindowMs: { min: config.windows.fundingMinMs, max: config.windows.fundingMaxMs },
      deliveryReview: config.windows.deliveryReview,
      holding: holdingOf(config, cards),
      testMode: cards.testMode,
      adultContent: config.adultContent,
    })),
  ];
}

/** Receives signed events of the card processor. The signature covers the raw bytes, so Fastify must not parse the body. */
export function webhookRoutes(context: MoneyContext): RawRoutes {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.post<{ Params: { processor: string } }>(
      '/api/webhooks/:processor',
      { bodyLimit: webhookBytes, config: { fromAnywhere: true } },
      async ({ params, body, headers }) => {
        await receiveWebhook(context, params.processor, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
        return { received: true };
      },
    );
  };
}
