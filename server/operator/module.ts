import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { operatorRoutes } from './routes.ts';

/** The operator of this installation, and the contact form. */
export function operatorModule(context: Platform): Module {
  return { routes: operatorRoutes(context) };
}
