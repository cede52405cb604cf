import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { defineEventJobs } from './jobs.ts';
import { recordEvents } from './record-events.ts';
import { eventRoutes } from './routes.ts';
import { webhookCalls } from './webhook-calls.ts';

/** The log of what happened, for programs. */
export function eventsModule(context: Platform): Module {
  recordEvents(context);
  defineEventJobs(context);
  return { routes: eventRoutes(context), webhooks: webhookCalls };
}
