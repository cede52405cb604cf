import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { getDispute, listDisputes, submitEvidence } from '#contract/admin/disputes.ts';
import { getAdminMoney } from '#contract/admin/money.ts';
import { listContributors } from '#contract/contributors.ts';
import { getContent } from '#contract/delivery.ts';
import { listNotifications } from '#contract/notifications.ts';
import { requestAdminRefund } from '#server/money/refunds/request-admin-refund.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import type { Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { readEvidenceRow } from './evidence.sql.ts';

let stage: PledgeStage;
let fan: Person;
let poolId: string;
let disputeRef: string;

beforeAll(async () => {
  stage = await PledgeStage.open();
  const collected = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }], { allowLatePledges: true });
  poolId = collected.poolId;
  const [one] = collected.fans;
  const [pledge] = collected.pledges;
  if (!one || !pledge) throw new Error('there is no pledge');
  fan = one;
  await stage.deliver(poolId);
  await fan.client.call(getContent, { params: { id: poolId } });
  await fan.client.call(getContent, { params: { id: poolId } });
  const [row] = await stage.sql<{ processorRef: string }[]>`
    select processor_ref from payments where subject = ${`pledge:${pledge.id}`}`;
  ({ disputeRef } = await bank().dispute(row?.processorRef ?? ''));
  await stage.app.settle();
});
afterAll(() => stage.close());

const bank = () => (stage.context.cards as SandboxProcessor).bank;
const admin = () => stage.people.admin.client;
const theDispute = async () => {
  const { items } = await admin().call(listDisputes, { query: { status: 'open' } });
  const [item] = items;
  if (!item) throw new Error('there is no dispute');
  return item;
};
const kindsOf = async (person: Person) => {
  const { notifications } = await person.client.call(listNotifications);
  return notifications.map(({ kind }) => kind);
};

describe('the disputes of the admin area', () => {
  it('lists open disputes, and finds them by state, fan, pool and reference', async () => {
    const item = await theDispute();
    expect(item).toMatchObject({
      status: 'needs_response',
      amountCents: 30_00,
      feeCents: 15_00,
      poolId,
      evidenceAt: null,
    });
    expect(item.dueAt).not.toBeNull();
    const count = async (query: Parameters<typeof listOf>[0]) => (await listOf(query)).items.length;
    const listOf = (query: { status?: 'won' | 'warning' | 'needs_response'; search?: string }) =>
      admin().call(listDisputes, { query });
    const [who] = await stage.sql<{ username: string }[]>`select username from users where id = ${fan.id}`;
    expect(await count({ search: who?.username ?? 'unknown' })).toBe(1);
    expect(await count({ search: 'song about' })).toBe(1);
    expect(await count({ search: disputeRef })).toBe(1);
    expect(await count({ search: poolId })).toBe(1);
    expect(await count({ search: 'another name' })).toBe(0);
    expect(await count({ status: 'won' })).toBe(0);
    expect(await count({ status: 'warning' })).toBe(0);
    for (const sort of ['due', 'newest', 'oldest', 'amount', '-amount'] as const) {
      expect((await admin().call(listDisputes, { query: { sort } })).items).toHaveLength(1);
    }
    expect((await admin().call(getAdminMoney)).disputeCount).toBe(1);
    const csv = await admin().raw('GET', `/api/admin/money/disputes.csv?search=${disputeRef}`);
    expect(await csv.text()).toContain('30.00');
  });

  it('tells the fan, the creator and the admins, and shows the creator what is frozen', async () => {
    expect(await kindsOf(fan)).toContain('dispute_opened');
    expect(await kindsOf(stage.people.creator)).toContain('dispute_creator');
    expect(await kindsOf(stage.people.admin)).toContain('dispute_made');
    const { totals } = await stage.people.creator.client.call(listContributors, {
      params: { id: poolId },
      query: {},
    });
    expect(totals).toMatchObject({ disputedCents: 30_00, paidCents: 20_00 });
  });

  it('is closed to everyone but admins', async () => {
    const { id } = await theDispute();
    for (const person of [fan, stage.people.creator]) {
      await expect(person.client.call(listDisputes, { query: {} })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(person.client.call(getDispute, { params: { id } })).rejects.toMatchObject({ code: 'forbidden' });
      await expect(person.client.call(submitEvidence, { params: { id } })).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('shows the evidence with the agreed terms and the access log, and submits it once', async () => {
    const { id } = await theDispute();
    const before = await admin().call(getDispute, { params: { id } });
    const [pool] = await stage.sql<{ hash: string }[]>`select terms->>'hash' as hash from pools where id = ${poolId}`;
    expect(before.canSubmit).toBe(true);
    expect(before.evidence?.terms).toContain(pool?.hash);
    expect(before.evidence?.receipt).toContain('$30.00');
    expect(before.evidence?.accessLog).toContain('The delivery page: 2 times');
    expect(before.timeline.map(({ text }) => text)).toContain('The creator delivered.');
    const answers = await Promise.all([1, 2, 3].map(() => admin().call(submitEvidence, { params: { id } })));
    for (const { canSubmit, evidenceAt } of answers) expect([canSubmit, evidenceAt !== null]).toEqual([false, true]);
    await stage.app.settle();
    const after = await admin().call(getDispute, { params: { id } });
    expect(after).toMatchObject({ status: 'under_review', evidenceSent: true, evidence: before.evidence });
    const sent = await stage.sql<
      { evidence: object }[]
    >`select evidence from sandbox.disputes where id = ${disputeRef}`;
    expect(sent[0]?.evidence).toEqual(before.evidence);
    const { items } = await admin().call(listAudit, { query: { action: 'dispute.evidence_submitted' } });
    expect(items).toHaveLength(1);
  });

  it('shows the decision, and takes no evidence afterwards', async () => {
    const { id } = await theDispute();
    await bank().decide(disputeRef, 'lost');
    await stage.app.settle();
    const lost = await admin().call(getDispute, { params: { id } });
    expect(lost).toMatchObject({ status: 'lost', canSubmit: false });
    expect(await kindsOf(fan)).toContain('dispute_lost');
    const again = await admin().call(submitEvidence, { params: { id } });
    expect(again.evidenceAt).toBe(lost.evidenceAt);
  });

  it('lists early fraud warnings', async () => {
    const [row] = await stage.sql<{ processorRef: string }[]>`
      select processor_ref from payments where status = 'succeeded' and claimed_by is null`;
    await bank().warn(row?.processorRef ?? '');
    await stage.app.settle();
    const { items } = await admin().call(listDisputes, { query: { status: 'warning' } });
    expect(items).toMatchObject([{ status: 'warning', amountCents: 20_00, refunded: false, actionable: true }]);
    const detail = await admin().call(getDispute, { params: { id: items[0]?.id ?? '' } });
    expect(detail).toMatchObject({ evidence: null, canSubmit: false });
  });
});

describe('the evidence', () => {
  it('says that a late fan paid at once', async () => {
    const late = await stage.fan();
    const { id } = await stage.pledge(late, poolId, 15_00);
    const [row] = await stage.sql<{ processorRef: string }[]>`
      select processor_ref from payments where subject = ${`pledge:${id}`}`;
    await bank().dispute(row?.processorRef ?? '');
    await stage.app.settle();
    const { evidence } = await admin().call(getDispute, { params: { id: (await theDispute()).id } });
    expect(evidence?.receipt).toContain('$15.00');
    expect(evidence?.productDescription).toContain(
      'joined after the creator had delivered, and agreed to pay at once on the card processor’s payment page',
    );
  });

  it('describes the disputed payment, also when it is a second charge of the pledge', async () => {
    const [stray] = await stage.sql<{ id: string }[]>`
      insert into payments (subject, attempt, user_id, held_account, kind, amount_cents, processor, idempotency_key, processor_ref, status, settled_at)
      select subject, 2, user_id, held_account, 'hosted', 4321, processor, 'payment:second', 'ch_second', 'stray', now()
      from payments where claimed_by is null and status = 'succeeded' limit 1 returning id`;
    const about = await readEvidenceRow(stage.sql, stray?.id ?? '');
    // The charge does not exist at the processor, so the test removes it again.
    await stage.sql`delete from payments where id = ${stray?.id ?? ''}`;
    expect(about).toMatchObject({ amountCents: 43_21, paymentKind: 'hosted', chargeRef: 'ch_second' });
  });
});

describe('the notices of disputes', () => {
  it('tell the admins about every dispute, and the fan and the creator about each that moves the pledge', async () => {
    const late = await stage.fan();
    const { id } = await stage.pledge(late, poolId, 25_00);
    const [payment] = await stage.sql<{ id: string; processorRef: string }[]>`
      select id, processor_ref from payments where subject = ${`pledge:${id}`}`;
    const chargeRef = payment?.processorRef ?? '';
    const countsNow = async () => {
      const rows = await stage.sql<{ kind: string; n: number }[]>`
        select kind, count(*)::int as n from notifications
        where user_id = ${late.id} and kind like 'dispute_%' or user_id in (${stage.people.admin.id}, ${stage.people.creator.id})
          and kind in ('dispute_made', 'dispute_creator') group by kind`;
      const of = (kind: string) => rows.find((row) => row.kind === kind)?.n ?? 0;
      return [of('dispute_opened'), of('dispute_won'), of('dispute_creator'), of('dispute_made')];
    };
    const before = await countsNow();
    const changes = async () => (await countsNow()).map((n, at) => n - (before[at] ?? 0));
    const dispute = async (cents: number) => {
      const { disputeRef: ref } = await bank().dispute(chargeRef, cents);
      await stage.app.settle();
      return ref;
    };
    const win = async (...refs: string[]) => {
      for (const ref of refs) await bank().decide(ref, 'won');
      await stage.app.settle();
    };
    const first = await dispute(10_00);
    expect(await changes()).toEqual([1, 0, 1, 1]);
    await win(first, await dispute(5_00));
    expect(await changes()).toEqual([1, 1, 2, 2]);
    await win(await dispute(25_00));
    expect(await changes()).toEqual([2, 2, 4, 3]);
    const refund = { requestKey: randomUUID(), paymentId: payment?.id ?? '', amountCents: 25_00, reason: 'test' };
    await stage.context.db.tx((tx) => requestAdminRefund(stage.context, tx, refund));
    await stage.app.settle();
    await dispute(25_00);
    expect(await changes()).toEqual([2, 2, 4, 4]);
    const { notifications } = await admin().call(listNotifications);
    expect(notifications[0]?.body).toContain('took back $25 for “A song about rain”, although we refunded the payment');
  });
});
