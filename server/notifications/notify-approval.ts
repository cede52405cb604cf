import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import type { ApprovalRow } from '#server/approvals/approval.ts';
import { describeApproval, readApproval } from '#server/approvals/list-approvals.ts';
import type { Platform } from '#server/platform/platform.ts';
import { asSentence, type Notice } from './notice.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

type Described = Pick<ApprovalRow, 'requesterUsername' | 'reason' | 'expiresAt'> & { title: string };

const link = { href: paths.adminApprovals, action: 'Open the requests' };
const lowered = (title: string) => title.charAt(0).toLowerCase() + title.slice(1);

/** Notifies the other admins that a request waits for one of them. */
export async function notifyApprovalRequested(context: Platform, requestId: string): Promise<void> {
  const request = await readApproval(context.db.sql, requestId);
  const { title } = await describeApproval(context, request);
  if (request.status !== 'waiting') return;
  await context.db.tx(async (tx) => {
    for (const admin of await listAdmins(tx)) {
      if (admin.id !== request.requesterId)
        await notify(context, tx, admin, approvalRequested({ ...request, title }), requestId);
    }
  });
}

export const approvalRequested = ({ title, requesterUsername, reason, expiresAt }: Described): Notice => ({
  kind: 'approval_requested',
  title: `@${requesterUsername} needs a second admin: ${lowered(title)}`,
  body: `${reason ? `Reason: ${asSentence(reason)} ` : ''}Nothing happens until another admin approves it. It lapses on ${fullDate(expiresAt)}.`,
  ...link,
});

/** Notifies the admin who asked that a request was approved or refused, or that it lapsed. */
export async function notifyApprovalDecided(context: Platform, requestId: string): Promise<void> {
  const request = await readApproval(context.db.sql, requestId);
  const { title } = await describeApproval(context, request);
  const notice = approvalDecided({ ...request, title });
  await context.db.tx(async (tx) => {
    const requester = await findRecipient(tx, request.requesterId);
    if (requester && notice) await notify(context, tx, requester, notice, requestId);
  });
}

export function approvalDecided({
  title,
  status,
  answer,
  deciderUsername,
}: Pick<ApprovalRow, 'status' | 'answer' | 'deciderUsername'> & { title: string }): Notice | undefined {
  const by = deciderUsername ? `@${deciderUsername}` : 'The operator';
  switch (status) {
    case 'approved':
      return {
        kind: 'approval_approved',
        title: `Approved: ${lowered(title)}`,
        body: `${by} approved what you asked for, and it’s done.`,
        ...link,
      };
    case 'refused':
      return {
        kind: 'approval_refused',
        title: `Refused: ${lowered(title)}`,
        body: `${by} refused what you asked for, so nothing was changed.${answer ? ` Reason: ${asSentence(answer)}` : ''}`,
        ...link,
      };
    case 'lapsed':
      return {
        kind: 'approval_lapsed',
        title: `Lapsed: ${lowered(title)}`,
        body: answer
          ? `Nothing was changed. Reason: ${asSentence(answer)}`
          : 'No second admin decided in time, so nothing was changed. You can ask again.',
        ...link,
      };
    default:
      return undefined;
  }
}
