import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideReport } from '#contract/admin/moderation.ts';
import { listNotifications } from '#contract/notifications.ts';
import { makeReport } from '#contract/reports.ts';
import { listThanks, takeBackThanks, thankCreator } from '#contract/thanks.ts';
import { revokeAccess } from '#server/delivery/content-reader.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';
import type { Person } from '#testing/insert-person.ts';

let stage: DeliveryStage;
let people: DeliveryStage['people'];
beforeAll(async () => {
  stage = await DeliveryStage.open();
  ({ people } = stage);
});
afterAll(async () => {
  await stage.sql`delete from thanks`;
  await stage.close();
});
beforeEach(async () => {
  await stage.newPool();
  await stage.submit({ text: 'La la la' });
});

const byPool = () => ({ params: { id: stage.poolId } });
const thank = (who: Person, text = 'Lovely') => who.client.call(thankCreator, { ...byPool(), body: { text } });
const read = (who: Person) => who.client.call(listThanks, byPool());
const received = async () => (await read(people.creator)).items.map(({ text }) => text);

describe('thank-yous', () => {
  it('come from contributors of an approved delivery, once', async () => {
    await expect(thank(people.paid)).rejects.toMatchObject({ code: 'content_locked' });
    await stage.decide('approved');
    expect((await read(people.paid)).canThank).toBe(true);
    for (const who of [people.unpaid, people.stranger, people.otherCreator]) {
      await expect(thank(who)).rejects.toMatchObject({ code: 'content_locked' });
      await expect(read(who)).rejects.toMatchObject({ code: 'content_locked' });
    }
    for (const who of [people.creator, people.admin]) {
      await expect(thank(who)).rejects.toMatchObject({ code: 'content_locked' });
    }
    await expect(thank(people.paid, '  ')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(thank(people.paid, 'x'.repeat(281))).rejects.toMatchObject({ code: 'validation_failed' });
    const outcomes = await Promise.allSettled([thank(people.paid), thank(people.paid), thank(people.paid)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await received()).toEqual(['Lovely']);
    expect(await read(people.paid)).toMatchObject({ items: [], mine: { text: 'Lovely' }, canThank: false });
  });

  it('can be deleted by their fan only, who may then write another', async () => {
    await stage.decide('approved');
    const { id } = await thank(people.paid);
    for (const who of [people.creator, people.admin, people.stranger]) {
      await expect(who.client.call(takeBackThanks, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
    }
    await people.paid.client.call(takeBackThanks, { params: { id } });
    expect(await received()).toEqual([]);
    await thank(people.paid, 'Better words');
    expect(await received()).toEqual(['Better words']);
  });

  it('hide the name of an anonymous fan, also in the notice', async () => {
    await stage.decide('approved');
    await stage.sql`update pledges set anonymous = true where id = ${stage.pledgeIds.get(people.paid.id) ?? ''}`;
    // Notices of the tests before become older than this one.
    await stage.app.settle();
    await thank(people.paid);
    expect((await read(people.creator)).items).toMatchObject([{ fan: null, text: 'Lovely' }]);
    await stage.app.settle();
    const { notifications } = await people.creator.client.call(listNotifications);
    expect(notifications.find(({ kind }) => kind === 'thanked')?.title).toBe('An anonymous fan thanked you');
  });

  it('disappear for a creator who blocked the fan, and after a refund', async () => {
    await stage.decide('approved');
    await thank(people.paid);
    await stage.sql`insert into user_blocks ${stage.sql({ blockerId: people.creator.id, blockedId: people.paid.id })}`;
    expect(await read(people.creator)).toMatchObject({ items: [], totalCount: 0 });
    expect((await read(people.admin)).totalCount).toBe(1);
    await stage.sql`delete from user_blocks`;
    expect(await received()).toEqual(['Lovely']);
    await stage.context.db.tx(async (tx) => {
      const pledgeId = stage.pledgeIds.get(people.paid.id) ?? '';
      await revokeAccess(tx, pledgeId);
      await tx`update pledges set status = 'refunded' where id = ${pledgeId}`;
    });
    expect(await received()).toEqual([]);
  });

  it('are removed permanently by an upheld report of the creator', async () => {
    await stage.decide('approved');
    const { id } = await thank(people.paid, 'Rude words');
    const report = { kind: 'thanks', id, reason: 'Harassment' } as const;
    await expect(people.stranger.client.call(makeReport, { body: report })).rejects.toMatchObject({
      code: 'not_found',
    });
    const made = await people.creator.client.call(makeReport, { body: report });
    await people.admin.client.call(decideReport, {
      params: { id: made.id },
      body: { status: 'upheld', reason: 'Rude' },
    });
    expect(await received()).toEqual([]);
    expect(await read(people.paid)).toMatchObject({ mine: null, canThank: false });
    await expect(thank(people.paid)).rejects.toMatchObject({ code: 'conflict' });
  });
});
