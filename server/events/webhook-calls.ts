import { eventSchemaOf, eventTypes } from '#contract/events.ts';
import { eventCatalogue } from '#contract/programs/event-catalogue.ts';
import { exampleOf } from '#contract/programs/event-examples.ts';
import type { WebhookCall } from '#server/platform/http/request-context.ts';

/** Every event as the API document describes it. */
export const webhookCalls: readonly WebhookCall[] = eventTypes.map((type) => ({
  type,
  summary: eventCatalogue[type].summary,
  schema: eventSchemaOf(type),
  example: exampleOf(type),
}));
