import { paths } from '#contract/paths.ts';
import type { ApprovalExecutor, ApprovalRow } from '#server/approvals/approval.ts';
import type {} from '#server/approvals/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { HookMap } from '#server/platform/hooks.ts';
import { findPayer, findPaymentName } from './paid-charge.sql.ts';
import { makeRefund } from './refund-charge.ts';
import { sendAgain } from './retry-failed-refund.ts';
import { recordOutside } from './settle-outside.ts';

const attemptOf = ({ payload }: ApprovalRow) => ({
  refundId: String(payload.refundId),
  attempt: Number(payload.attempt),
});

/** Carries the refunds out that a second admin has approved. */
export function refundExecutors(context: MoneyContext): HookMap['approval.executors'] {
  const { sql } = context.db;
  const about = {
    concerned: async ({ targetId }) => {
      const payer = await findPayer(sql, targetId);
      return payer ? [payer] : [];
    },
    describe: async ({ targetId }) => {
      const { username, poolTitle } = (await findPaymentName(sql, targetId)) ?? { username: null, poolTitle: null };
      const label = [username ? `@${username}` : 'A deleted account', poolTitle ? `“${poolTitle}”` : ''];
      return {
        label: label.filter(Boolean).join(', '),
        path: `${paths.adminMoney}/movements?status=&open=${targetId}`,
      };
    },
  } satisfies Pick<ApprovalExecutor, 'concerned' | 'describe'>;
  const executors = {
    'payment.refund': {
      ...about,
      run: async ({ targetId: paymentId, amountCents, payload, reason }, permit) => {
        const refund = { paymentId, requestKey: String(payload.requestKey), amountCents: amountCents ?? 0 };
        const wasReleased = typeof payload.wasReleased === 'boolean' ? payload.wasReleased : undefined;
        await makeRefund(context, { ...refund, reason: reason ?? '', wasReleased }, permit);
      },
    },
    'refund.retry': {
      ...about,
      run: async (request, permit) => {
        await sendAgain(context, attemptOf(request), permit);
      },
    },
    'refund.settle_outside': {
      ...about,
      run: (request, permit) => recordOutside(context, { ...attemptOf(request), reason: request.reason ?? '' }, permit),
    },
  } satisfies ReturnType<HookMap['approval.executors']>;
  return () => executors;
}
