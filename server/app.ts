import { accountsModule } from './accounts/module.ts';
import { mediaModule } from './media/module.ts';
import type { Module } from './platform/http.ts';
import type { Platform } from './platform/platform.ts';

/** The modules in dependency order: calls go left, facts go right. */
export function composeModules(platform: Platform): { context: Platform; modules: Module[] } {
  return { context: platform, modules: [mediaModule(platform), accountsModule(platform)] };
}
