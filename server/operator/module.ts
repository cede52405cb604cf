import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { operatorRoutes } from './routes.ts';

/** Who runs this installation, and how to write to them. */
export function operatorModule(context: Platform): Module {
  return { routes: operatorRoutes(context) };
}
