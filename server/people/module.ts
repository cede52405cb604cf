import type { Module } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { peopleRoutes } from './routes.ts';

/** What people see of each other: lists, profiles, blocks. */
export function peopleModule(context: Platform): Module {
  return { routes: peopleRoutes(context) };
}
