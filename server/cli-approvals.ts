import { AppError } from '#contract/app-error.ts';
import { isUuid } from '#contract/values/ids.ts';
import { approveOnCommandLine } from './approvals/decide-approval.ts';
import { listForOperator } from './approvals/list-approvals.ts';
import type { Platform } from './platform/platform.ts';

interface Report {
  text: string;
  /** The exit code. */
  code: number;
}

/** `npm run cli -- approvals`: a line for each request that waits for a second admin. */
export async function listRequests(context: Platform): Promise<Report> {
  const requests = await listForOperator(context);
  const lines = requests.map(
    ({ id, title, label, requester, expiresAt }) =>
      `${id}  ${title} (${label}), asked by @${requester}, lapses ${expiresAt.toISOString()}`,
  );
  return { text: [...lines, `${requests.length} requests wait for a second admin.`].join('\n'), code: 0 };
}

/**
 * `npm run cli -- approve REQUEST_ID`, for an installation without a second admin. The audit trail records that the command line
 * approved it.
 */
export async function approveRequest(context: Platform, id: string): Promise<Report> {
  if (!isUuid(id)) return { text: 'Name the id of a request; `npm run cli -- approvals` lists them.', code: 2 };
  try {
    await approveOnCommandLine(context, id);
    return { text: 'Approved. The audit trail has the request and this approval.', code: 0 };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: error.code === 'not_found' ? 'There is no such request.' : error.message, code: 1 };
  }
}
