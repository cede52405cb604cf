import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { auditQuestions } from './check-audit.ts';
import { auditRoutes } from './routes.ts';

/** The audit trail: every action of an admin and every refused attempt, as a hash chain. */
export function auditModule(context: Platform): Module {
  return { routes: auditRoutes(context), questions: auditQuestions };
}
