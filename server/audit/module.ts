import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { auditRefusedCall } from './audit-refused-call.ts';
import { auditInvariants } from './check-audit.ts';
import { auditExport } from './export-audit.ts';
import { auditRoutes } from './routes.ts';

/** The audit trail: every action of an admin and every refused attempt, as a hash chain. */
export function auditModule(context: Platform): Module {
  context.http.onRefusal((refusal) => auditRefusedCall(context, refusal));
  const { raw, call } = auditExport(context);
  return { routes: auditRoutes(context), raw: [raw], rawCalls: [call], invariants: auditInvariants };
}
