import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { appError } from '#contract/errors.ts';
import type { ProcessorEvent } from '#server/money/card-processor.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { StripeContext } from './client.ts';
import { referenceOf } from './references.ts';

/** Older events, and events further in the future, are refused, so that a captured event cannot be replayed later. */
const toleranceS = 300;

/** The events that the webhook endpoint must send, snapshot payload. */
export const snapshotEvents = [
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.updated',
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payment_method.automatically_updated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'setup_intent.setup_failed',
] as const;

/** The events that report a declined card. */
const declineEvents: readonly string[] = ['payment_intent.payment_failed', 'setup_intent.setup_failed'];
/** The events about bank details and bank payouts of creators' accounts, snapshot payload. */
export const accountEvents = [
  'account.external_account.created',
  'account.external_account.deleted',
  'account.external_account.updated',
  'payout.failed',
  'payout.paid',
] as const;

/** The events about creators' accounts that an event destination must send, thin payload. */
export const thinEvents = [
  'v2.core.account.closed',
  'v2.core.account[configuration.recipient].capability_status_updated',
  'v2.core.account[requirements].updated',
] as const;

const text = z.string().min(1).max(300);
const snapshotSchema = z.object({
  id: text,
  object: z.literal('event'),
  type: text,
  livemode: z.boolean(),
  /** Set for events of creators' accounts. */
  account: text.nullish(),
  data: z.object({
    object: z.object({
      id: text.nullish(),
      object: text,
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});
const thinSchema = z.object({
  id: text,
  object: z.literal('v2.core.event'),
  type: text,
  livemode: z.boolean(),
  related_object: z.object({ id: text, type: text }).nullish(),
});
const eventSchema = z.discriminatedUnion('object', [snapshotSchema, thinSchema]);
type Event = z.infer<typeof eventSchema>;

/** Verifies the signature over the raw bytes, then reads which object the event names. Its content is not used. */
export async function readWebhook(
  context: StripeContext,
  sql: Connection,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<ProcessorEvent> {
  const now = await databaseNow(sql);
  if (!isSigned(context, rawBody, headers['stripe-signature'], now)) throw appError('webhook_signature');
  const parsed = eventSchema.safeParse(parse(rawBody));
  if (!parsed.success)
    throw appError('validation_failed', { message: () => 'This event does not have the expected fields.' });
  const event = parsed.data;
  // Stripe also sends test events of connected accounts to live endpoints. An error would make it repeat them and disable the endpoint.
  const isIgnored = context.settings.live && !event.livemode;
  if (!isIgnored && event.livemode !== context.settings.live) {
    throw appError('validation_failed', { message: () => 'This event belongs to the other mode (test or live).' });
  }
  const declined = !isIgnored && declineEvents.includes(event.type);
  const reference = isIgnored ? null : referenceIn(event);
  return { id: event.id, type: event.type, reference, declined, payload: namedObject(event) };
}

/** Whether one of the secrets (several during rotation) signed this body at most five minutes before or after `now`. */
function isSigned(
  { stripe, settings }: StripeContext,
  rawBody: Buffer,
  header: string | string[] | undefined,
  now: Date,
): boolean {
  if (typeof header !== 'string' || header.length > 1000) return false;
  const time = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header)?.[1];
  // The SDK refuses only old timestamps.
  if (time === undefined || Number(time) - now.getTime() / 1000 > toleranceS) return false;
  return settings.webhookSecrets.some((secret) => {
    try {
      stripe.webhooks.signature?.verifyHeader(rawBody, header, secret, toleranceS, undefined, now.getTime());
      return stripe.webhooks.signature !== null;
    } catch {
      return false;
    }
  });
}

const isKnown = new Set<string>([...snapshotEvents, ...thinEvents]);
const isOfAccount = new Set<string>(accountEvents);

function referenceIn(event: Event): string | null {
  if (event.object === 'v2.core.event')
    return isKnown.has(event.type) && event.related_object ? `account:${event.related_object.id}` : null;
  // The state of the account includes its bank details and its last bank payout. Events about our own bank payouts name no account.
  if (event.account) return isOfAccount.has(event.type) ? `account:${event.account}` : null;
  return isKnown.has(event.type) ? referenceOfObject(event.data.object) : null;
}

const prefixes: Readonly<Record<string, string>> = {
  dispute: 'dispute',
  'radar.early_fraud_warning': 'warning',
  payment_method: 'card',
};

function referenceOfObject({ id, object, metadata }: z.infer<typeof snapshotSchema>['data']['object']): string | null {
  const prefix = prefixes[object];
  if (prefix !== undefined) return id ? `${prefix}:${id}` : null;
  return referenceOf({ metadata: metadata ?? null });
}

/** The inbox keeps only the id of the object, so it has no personal data of Stripe's. */
function namedObject(event: Event): Record<string, unknown> {
  if (event.object === 'v2.core.event') return { object: event.related_object?.id ?? null };
  return { object: event.data.object.id ?? null };
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
