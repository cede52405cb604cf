import type { Module } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The modules in dependency order: calls go left, facts go right. */
export function composeModules(platform: Platform): { context: Platform; modules: Module[] } {
  return { context: platform, modules: [] };
}
