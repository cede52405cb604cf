import { randomUUID } from 'node:crypto';
import { listDisputes, submitEvidence } from '#contract/admin/disputes.ts';
import { actOnPool } from '#contract/admin/moderation.ts';
import { refundPayment } from '#contract/admin/refunds.ts';
import { refreshPayoutAccount, retryPayout } from '#contract/creators/payout-account.ts';
import { CallRefused } from '#testing/client.ts';
import type { Run } from '../run.ts';
import {
  accept,
  allAre,
  chargeOf,
  complete,
  payoutIs,
  pays,
  pledged,
  produced,
  type Scenario,
  type Stage,
} from '../stage.ts';

/** The first fan disputes the charge, or a part of it, at their bank. */
async function dispute(run: Run, stage: Stage, amount?: number): Promise<string> {
  const [pledge] = stage.pledges;
  const charge = await chargeOf(run, pledge);
  const { id } = await run.world.stripe((stripe) => stripe.control<{ id: string }>('dispute', { charge, amount }));
  if (pledge) await run.pledgeIs(pledge, 'disputed');
  return id;
}

const close = (run: Run, id: string, status: 'won' | 'lost') =>
  run.world.stripe((stripe) => stripe.control('close-dispute', { dispute: id, status }));

async function firstIs(
  run: Run,
  stage: Stage,
  status: 'paid' | 'disputed' | 'dispute_lost' | 'refunded',
): Promise<void> {
  const [pledge] = stage.pledges;
  if (pledge) await run.pledgeIs(pledge, status);
}

/** An admin refunds a part of the first fan's payment, which stays paid. */
async function refundPart(run: Run, stage: Stage): Promise<void> {
  const [pledge] = stage.pledges;
  if (!pledge) throw new Error('there is a pledge');
  const [payment] = await run.site.sql<{ id: string }[]>`
    select id from payments where subject = ${`pledge:${pledge.id}`} and status = 'succeeded'`;
  const body = { requestKey: randomUUID(), amountCents: 3_00, reason: 'The song is shorter than promised.' };
  await run.call(run.site.admin, refundPayment, { params: { id: payment?.id ?? '' }, body });
  pledge.refundedCents = body.amountCents;
  await run.until(
    'the part is refunded',
    () => run.site.sql<{ status: string }[]>`select status from refunds where payment_id = ${payment?.id ?? ''}`,
    (rows) => rows.length > 0 && rows.every(({ status }) => status === 'succeeded'),
  );
}

/** Acts of banks and admins: disputes, fraud warnings, refunds, and payouts that fail. */
export const bankScenarios: readonly Scenario[] = [
  {
    name: 'dispute won before the release',
    calls: ['confirmCharge', 'transfer', 'dispute'],
    async play(run) {
      const stage = await produced(run);
      const id = await dispute(run, stage);
      await close(run, id, 'won');
      await firstIs(run, stage, 'paid');
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'dispute lost before the release',
    calls: ['confirmCharge', 'transfer'],
    async play(run) {
      const stage = await produced(run, 2);
      const id = await dispute(run, stage);
      await close(run, id, 'lost');
      await firstIs(run, stage, 'dispute_lost');
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'dispute won after the release',
    calls: ['confirmCharge', 'transfer'],
    async play(run) {
      const stage = await produced(run);
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
      await close(run, await dispute(run, stage), 'won');
      await firstIs(run, stage, 'paid');
    },
  },
  {
    name: 'dispute lost after the release',
    calls: ['confirmCharge', 'transfer', 'reversal', 'reversal'],
    async play(run) {
      const stage = await produced(run);
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
      await close(run, await dispute(run, stage), 'lost');
      await firstIs(run, stage, 'dispute_lost');
    },
  },
  {
    name: 'two disputes of one charge',
    calls: ['confirmCharge', 'transfer', 'reversal'],
    async play(run) {
      const stage = await produced(run, 2);
      const first = await dispute(run, stage, 4_00);
      const second = await dispute(run, stage, 3_00);
      await close(run, first, 'won');
      await close(run, second, 'won');
      await firstIs(run, stage, 'paid');
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'inquiry that becomes a dispute',
    calls: ['confirmCharge', 'transfer'],
    async play(run) {
      const stage = await produced(run);
      const charge = await chargeOf(run, stage.pledges[0]);
      const inquiry = await run.world.stripe((stripe) =>
        stripe.control<{ id: string }>('dispute', { charge, inquiry: true }),
      );
      await run.until(
        'the admin sees the inquiry',
        () => run.call(run.site.admin, listDisputes, { query: { status: 'unbooked', page: 1 } }),
        ({ items }) => items.some(({ processorRef }) => processorRef === inquiry.id),
      );
      await firstIs(run, stage, 'paid');
      await run.world.stripe((stripe) => stripe.control('escalate-inquiry', { dispute: inquiry.id }));
      await firstIs(run, stage, 'disputed');
      await close(run, inquiry.id, 'won');
      await firstIs(run, stage, 'paid');
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'dispute with evidence',
    calls: ['dispute', 'dispute', 'confirmCharge'],
    async play(run) {
      const stage = await produced(run, 1);
      const id = await dispute(run, stage);
      const { items } = await run.call(run.site.admin, listDisputes, { query: { search: id, page: 1 } });
      await run.call(run.site.admin, submitEvidence, { params: { id: items[0]?.id ?? '' } });
      await run.until(
        'the bank has the evidence',
        () => run.world.stripe((stripe) => stripe.table('disputes', run.marks.disputes)),
        (rows) => rows.some((row) => row.id === id && row.status === 'under_review'),
      );
      await close(run, id, 'won');
      await firstIs(run, stage, 'paid');
    },
  },
  {
    name: 'dispute while the pool ends',
    calls: ['confirmCharge', 'refund', 'refund'],
    async play(run) {
      const stage = await produced(run, 2);
      const id = await dispute(run, stage);
      const body = { action: 'remove', reason: 'It breaks the rules.' } as const;
      await run.call(run.site.admin, actOnPool, { params: { id: stage.pool.id }, body });
      await close(run, id, 'won');
      await allAre(run, stage, 'refunded');
    },
  },
  {
    name: 'early fraud warning',
    calls: ['confirmCharge', 'refund', 'refund'],
    async play(run) {
      const stage = await produced(run);
      const charge = await chargeOf(run, stage.pledges[0]);
      await run.world.stripe((stripe) => stripe.control('fraud-warning', { charge }));
      await firstIs(run, stage, 'refunded');
    },
  },
  {
    name: 'part refunded before the release',
    calls: ['refund', 'refund', 'transfer'],
    async play(run) {
      const stage = await produced(run);
      await refundPart(run, stage);
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'part refunded after the release',
    calls: ['refund', 'reversal', 'reversal'],
    async play(run) {
      const stage = await produced(run);
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
      await refundPart(run, stage);
    },
  },
  {
    name: 'refund that takes days',
    calls: ['refund', 'refund'],
    async play(run) {
      const stage = await pledged(run, ['4000000000007726']);
      await accept(run, stage);
      await allAre(run, stage, 'paid');
      const body = { action: 'remove', reason: 'It breaks the rules.' } as const;
      await run.call(run.site.admin, actOnPool, { params: { id: stage.pool.id }, body });
      const refunds = await run.until(
        'the refund is under way',
        () => run.world.stripe((stripe) => stripe.table('refunds', run.marks.refunds)),
        (rows) => rows.length > 0,
      );
      await run.elapse(90);
      await allAre(run, stage, 'refund_pending');
      for (const { id } of refunds)
        await run.world.stripe((stripe) => stripe.control('complete-refund', { refund: id }));
      await allAre(run, stage, 'refunded');
    },
  },
  {
    name: 'cards wait for onboarding',
    calls: ['confirmCharge', 'transfer', 'account'],
    async play(run) {
      const creator = await run.creator({ onboards: false });
      const stage = await pledged(run, [pays], creator);
      await accept(run, stage);
      await run.elapse(90);
      await allAre(run, stage, 'pledged');
      await run.onboard(creator);
      await allAre(run, stage, 'paid');
      await run.poolIs(stage.pool, 'in_production');
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'failed payout, sent again',
    calls: ['transfer', 'transfer', 'account'],
    async play(run) {
      const stage = await produced(run, 1);
      const account = await accountOf(run, stage);
      await run.world.stripe((stripe) => stripe.control('settings', { webhooks: { seed: 1, lost: 1 } }));
      await run.world.stripe((stripe) => stripe.control('account', { account, state: 'restricted' }));
      await complete(run, stage);
      const payoutId = await payoutIs(run, stage, 'failed');
      await run.world.stripe((stripe) => stripe.control('account', { account, state: 'ready' }));
      await run.call(stage.creator, refreshPayoutAccount, { body: { processor: 'stripe' } });
      await run.call(stage.creator, retryPayout, { params: { id: payoutId } }).catch((error: unknown) => {
        // The change of the account has sent it again already.
        if (!(error instanceof CallRefused) || error.code !== 'conflict') throw error;
      });
      await payoutIs(run, stage, 'paid');
    },
  },
];

async function accountOf(run: Run, { creator }: Stage): Promise<string> {
  const [row] = await run.site.sql<{ accountRef: string }[]>`
    select account_ref from payout_accounts where user_id = ${creator.id}`;
  return row?.accountRef ?? '';
}
