import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { approvalInvariants } from './check-approvals.ts';
import { lapseAllApprovals, lapseApprovals, lapseApprovalsOf } from './lapse-approvals.ts';
import { approvalData } from './personal-data.sql.ts';
import { approvalRoutes } from './routes.ts';

/** Requests of one admin that a second one approves, or that lapse. Later modules carry them out. */
export function approvalsModule(context: Platform): Module {
  const lapse = context.jobs.define<undefined>('approvals.lapse', () => lapseApprovals(context), { queue: 'clock' });
  context.jobs.every('approvals.lapse', '*/5 * * * *', lapse);
  context.facts.within('user.left', (tx, { userId }) => lapseApprovalsOf(context, tx, userId));
  return {
    routes: approvalRoutes(context),
    invariants: approvalInvariants,
    personalData: approvalData,
    afterRestore: lapseAllApprovals,
  };
}
