import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { discoveryInvariants } from './check-discovery.ts';
import { discoveryRoutes } from './routes.ts';

/** The feed, and search for pools, creators and people. */
export function discoveryModule(context: Platform): Module {
  return { routes: discoveryRoutes(context), invariants: discoveryInvariants };
}
