import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { tidyLine } from '#contract/values/tidy-text.ts';
import { endpoint } from '../endpoint.ts';
import { event, eventTypes } from '../events.ts';
import { instant, uuid } from '../values/field-schemas.ts';
import { webhookKinds, webhookLimits, webhookScopes } from './webhook-limits.ts';

/** The type of a test event, which is not in the log. */
export const testEventType = 'webhook.test';

export const webhookStates = ['on', 'by_owner', 'failing', 'gone', 'refused', 'rights', 'token'] as const;
export const deliveryStates = ['pending', 'succeeded', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deliveryFaults = ['address', 'name', 'timeout', 'tls', 'connection', 'answer'] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

const webhook = z.object({
  id: uuid,
  kind: z.enum(webhookKinds),
  scope: z.enum(webhookScopes),
  /** The address of a chat service is a secret: it ends with `…` before the part that lets others post. */
  url: z.string(),
  description: z.string(),
  types: z.array(z.enum(eventTypes)),
  /** `on`, or why it gets no events: its owner turned it off, five days of failures, an answer 410, the chat service refused its address, its owner's rights ended, or an API token that made or changed it did. */
  state: z.enum(webhookStates),
  /** The first failure after the last success. */
  failingSince: z.iso.datetime().nullable(),
  /** The oldest event of the log that it should have got and did not. */
  missedSince: z.iso.datetime().nullable(),
  /** The receiver asked for a pause until then. */
  pausedUntil: z.iso.datetime().nullable(),
  /** The secret before the current one signs too until then. */
  previousSecretUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  id: uuid,
  /** The header `webhook-id`, the same with every try. */
  eventId: uuid,
  type: z.string(),
  isTest: z.boolean(),
  /** `dropped`: it was not sent, because the event is gone, its owner may no longer read it, or the webhook was off. */
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Null unless it waits for a try. */
  nextTryAt: z.iso.datetime().nullable(),
  /** The last try. */
  triedAt: z.iso.datetime().nullable(),
  /** The status of the last answer; null without one. */
  status: z.number().int().nullable(),
  /** Why the last try got no answer. */
  fault: z.enum(deliveryFaults).nullable(),
  durationMs: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof delivery>;

const fields = {
  url: z
    .string()
    .trim()
    .max(webhookLimits.urlMax, {
      error: () => t`An address can have at most ${{ max: webhookLimits.urlMax }} characters.`,
    })
    .pipe(z.url({ protocol: /^https?$/, error: () => t`Enter an address that begins with https://.` })),
  description: z
    .string()
    .overwrite(tidyLine)
    .max(webhookLimits.descriptionMax, {
      error: () => t`A description can have at most ${{ max: webhookLimits.descriptionMax }} characters.`,
    }),
  types: z
    .array(z.enum(eventTypes, { error: () => t`There is no event of this type` }))
    .min(1, { error: () => t`Choose at least one event.` })
    .max(eventTypes.length)
    .transform((types) => [...new Set(types)]),
};

const ofWebhook = z.object({ id: uuid });
const withSecret = z.object({
  webhook,
  /** Shown only in this answer. */
  secret: z.string(),
});
/** Messages to a chat service are not signed. */
const withSecretIfSigned = withSecret.extend({ secret: z.string().nullable() });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhook-endpoints',
  summary: 'List my webhooks, oldest first',
  who: 'user',
  scope: 'webhooks:write',
  output: z.object({ webhooks: z.array(webhook) }),
});
export const getWebhook = endpoint({
  method: 'GET',
  path: '/api/webhook-endpoints/:id',
  summary: 'Get one of my webhooks',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  output: webhook,
});
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhook-endpoints',
  summary:
    'Send events to an https address; the answer has the secret that signs them. Or post messages in a channel of Discord or Slack, by the address of an incoming webhook there. Needs a recent proof of identity, or a token. Only admins may use the scope `site`',
  who: 'user',
  scope: 'webhooks:write',
  body: z.object({
    url: fields.url,
    types: fields.types,
    description: fields.description.default(''),
    scope: z.enum(webhookScopes).default('mine'),
    kind: z.enum(webhookKinds).default('webhook'),
  }),
  output: withSecretIfSigned,
  status: 201,
  errors: ['conflict', 'proof_required'],
});
export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhook-endpoints/:id',
  summary:
    'Change a webhook, or turn it off or on; omitted fields stay unchanged. Another address needs a recent proof of identity, or a token. Once on again, it gets the events from then on',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  body: z.object({
    url: fields.url.optional(),
    types: fields.types.optional(),
    description: fields.description.optional(),
    isOn: z.boolean().optional(),
  }),
  output: webhook,
  errors: ['conflict', 'proof_required'],
});
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhook-endpoints/:id',
  summary: 'Delete a webhook with its deliveries',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  output: z.object({ ok: z.literal(true) }),
});
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/secret',
  summary:
    'Make a new secret for a webhook; for 24 hours, the one before signs too. Needs a recent proof of identity, or a token. Webhooks of Discord and Slack have none',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  output: withSecret,
  errors: ['conflict', 'proof_required'],
});
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/test',
  summary: 'Send an event of the type `webhook.test` to this webhook, with one try',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  output: delivery,
  status: 202,
  errors: ['conflict'],
});
export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/replay',
  summary: 'Send all events since a time within the last 30 days to this webhook again, with their ids',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  body: z.object({
    since: instant(() => t`Give a time with its zone, such as 2026-11-30T18:00:00Z, within the last 30 days.`),
  }),
  output: z.object({ ok: z.literal(true) }),
  status: 202,
  errors: ['conflict'],
});
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhook-endpoints/:id/deliveries',
  summary: 'List the deliveries of a webhook from the last 30 days, newest first',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  query: z.object({ state: z.enum(deliveryStates).optional(), page: pageNumber }),
  output: z.object({ deliveries: z.array(delivery), pagination }),
});
export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/webhook-deliveries/:id',
  summary: 'Get a delivery with its payload as a try would send it now, and the beginning of the last answer',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  output: delivery.extend({
    /** The event, or the message of a chat service. Null if nothing would be sent. */
    payload: z.union([event.extend({ type: z.string() }), z.record(z.string(), z.unknown())]).nullable(),
    /** At most 1,024 bytes, as text. The receiver wrote it. */
    answer: z.string(),
  }),
});
export const resendDelivery = endpoint({
  method: 'POST',
  path: '/api/webhook-deliveries/:id/resend',
  summary: 'Send a delivery again now, with the same id',
  who: 'user',
  scope: 'webhooks:write',
  params: ofWebhook,
  output: delivery,
  status: 202,
  errors: ['conflict'],
});
