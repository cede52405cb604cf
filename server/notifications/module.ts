import type { Module } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hearFacts } from './hear.ts';
import { notificationRoutes } from './routes.ts';

/** Notices in the app and by mail, heard from facts. */
export function notificationsModule(context: Platform): Module {
  hearFacts(context);
  return { routes: notificationRoutes(context) };
}
