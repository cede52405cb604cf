import { isChatKind } from '#contract/webhooks/webhook-limits.ts';
import { testEventType } from '#contract/webhooks/webhooks.ts';
import { chatFormat } from './chat/chat-format.ts';
import { composePayload } from './compose-payload.ts';
import { openEndpointSecrets } from './endpoint-secrets.ts';
import { pauseMs } from './retry-schedule.ts';
import type { Try } from './sending.sql.ts';
import { signWebhook } from './sign-webhook.ts';
import type { WebhookFormat } from './webhook-format.ts';

/** Requests by Standard Webhooks, one for each event. */
const standardFormat: WebhookFormat = {
  async composeRequest(context, [tried]) {
    const payload = await composePayload(context, tried);
    if (!payload) return null;
    const { eventId, endpointId, secret, previousSecret, url } = tried;
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    const secrets = await openEndpointSecrets(context.db.sql, endpointId, sealed);
    const body = JSON.stringify(payload);
    const headers = signWebhook({ id: eventId, timestamp: Math.floor(Date.now() / 1000), body }, secrets);
    return { request: { url, headers, body }, sent: [tried] };
  },
  readAnswer(outcome, attempts) {
    const { status } = outcome;
    // Anything but 2xx is a failure, also a redirect.
    const isSuccess = status !== null && status >= 200 && status < 300;
    return {
      isSuccess,
      ...(status === 410 ? { offReason: 'gone' as const } : {}),
      pauseMs: isSuccess ? 0 : pauseMs(outcome, attempts),
      pauseAllMs: 0,
      isRefused: false,
    };
  },
};

export const formatOf = ({ kind }: Pick<Try, 'kind'>): WebhookFormat =>
  isChatKind(kind) ? chatFormat(kind) : standardFormat;

export const isTest = ({ type }: Pick<Try, 'type'>): boolean => type === testEventType;
