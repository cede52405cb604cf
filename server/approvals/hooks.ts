import type { ApprovalKind } from '#contract/admin/approval-summary.ts';
import type { ApprovalExecutor } from './approval.ts';

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /** The executors of a later module, by the kind of request. */
    'approval.executors': () => Partial<Record<ApprovalKind, ApprovalExecutor>>;
  }
}
