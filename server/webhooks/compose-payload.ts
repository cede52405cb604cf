import type { EventType } from '#contract/events.ts';
import type { WebhookScope } from '#contract/webhooks/webhook-limits.ts';
import { testEventType } from '#contract/webhooks/webhooks.ts';
import { readEvent } from '#server/events/read-events.ts';
import type { Platform } from '#server/platform/platform.ts';

interface Composed {
  userId: string;
  scope: WebhookScope;
  eventId: string;
  type: EventType | typeof testEventType;
  /** Null for a test. */
  position: number | null;
  createdAt: Date;
}

export interface Payload {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * The event as GET /api/events returns it to the owner at this moment, so that a late try never says what they may no longer read. Null if
 * they may no longer read it at all, or if the log no longer has it.
 */
export async function composePayload(context: Platform, delivery: Composed): Promise<Payload | null> {
  const { userId, scope, eventId, type, position, createdAt } = delivery;
  if (type === testEventType || position === null) {
    return { id: eventId, type, timestamp: createdAt.toISOString(), data: {} };
  }
  const event = await readEvent(context, { userId, readsSite: scope === 'site' }, eventId);
  return event ? { id: event.id, type: event.type, timestamp: event.timestamp, data: event.data } : null;
}
