import { sentences, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { ApprovalRow } from '#server/approvals/approval.ts';
import { describeApproval, readApproval } from '#server/approvals/list-approvals.ts';
import type { Platform } from '#server/platform/platform.ts';
import { givenReason, type Notice } from './notice.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

type Described = Pick<ApprovalRow, 'requesterUsername' | 'reason' | 'expiresAt'> & { name: Text };

const link = () => ({ href: paths.adminApprovals, action: t`Open the requests` });

/** Notifies the other admins that a request waits for one of them. */
export async function notifyApprovalRequested(context: Platform, requestId: string): Promise<void> {
  const request = await readApproval(context.db.sql, requestId);
  const { label } = await describeApproval(context, request);
  if (request.status !== 'waiting') return;
  const compose = () => approvalRequested({ ...request, name: nameOf(request, label) });
  await context.db.tx(async (tx) => {
    for (const admin of await listAdmins(tx)) {
      if (admin.id !== request.requesterId) await notify(context, tx, admin, compose, requestId);
    }
  });
}

/** Names a request within a title: "refund of $250.00". `about` is the username of a new admin. */
export function nameOf({ kind, amountCents }: Pick<ApprovalRow, 'kind' | 'amountCents'>, about: string): Text {
  const amount = formatMoneyExact(amountCents ?? 0);
  switch (kind) {
    case 'payment.refund':
      return t`refund of ${{ amount }}`;
    case 'refund.retry':
      return t`refund of ${{ amount }}, sent again`;
    case 'refund.settle_outside':
      return t`refund of ${{ amount }}, paid outside`;
    case 'delivery.approve':
      return t`delivery worth ${{ amount }}`;
    case 'user.promote':
      return t`new admin ${{ username: about }}`;
  }
}

export const approvalRequested = ({ name, requesterUsername, reason, expiresAt }: Described): Notice => ({
  kind: 'approval_requested',
  title: t`@${{ admin: requesterUsername }} needs a second admin: ${{ request: name }}`,
  body: sentences(
    reason ? givenReason(reason) : '',
    t`Nothing happens until another admin approves it.`,
    t`It lapses on ${{ date: fullDate(expiresAt) }}.`,
  ),
  ...link(),
});

/** Notifies the admin who asked that a request was approved or refused, or that it lapsed. */
export async function notifyApprovalDecided(context: Platform, requestId: string): Promise<void> {
  const request = await readApproval(context.db.sql, requestId);
  const { label } = await describeApproval(context, request);
  const compose = () => approvalDecided({ ...request, name: nameOf(request, label) });
  await context.db.tx(async (tx) => {
    const requester = await findRecipient(tx, request.requesterId);
    if (requester) await notify(context, tx, requester, compose, requestId);
  });
}

export function approvalDecided({
  name: request,
  status,
  answer,
  deciderUsername,
}: Pick<ApprovalRow, 'status' | 'answer' | 'deciderUsername'> & { name: Text }): Notice | undefined {
  const admin = deciderUsername;
  switch (status) {
    case 'approved':
      return {
        kind: 'approval_approved',
        title: t`Approved: ${{ request }}`,
        body: admin
          ? t`@${{ admin }} approved what you asked for, and it’s done.`
          : t`The operator approved what you asked for, and it’s done.`,
        ...link(),
      };
    case 'refused':
      return {
        kind: 'approval_refused',
        title: t`Refused: ${{ request }}`,
        body: sentences(
          admin
            ? t`@${{ admin }} refused what you asked for, so nothing was changed.`
            : t`The operator refused what you asked for, so nothing was changed.`,
          answer ? givenReason(answer) : '',
        ),
        ...link(),
      };
    case 'lapsed':
      return {
        kind: 'approval_lapsed',
        title: t`Lapsed: ${{ request }}`,
        body: whyLapsed(answer),
        ...link(),
      };
    default:
      return undefined;
  }
}

const whyLapsed = (answer: string | null): Text =>
  answer
    ? sentences(t`Nothing was changed.`, givenReason(answer))
    : t`No second admin decided in time, so nothing was changed. You can ask again.`;
