import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTrackRecord } from '#contract/creators/track-record.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';

let stage: DeliveryStage;
const username = 'track_record_creator';
beforeAll(async () => {
  stage = await DeliveryStage.open();
  await stage.sql`
    insert into creator_profiles (username, full_name, display_name, status, owner_id)
    values (${username}, 'Maya Reyes', 'Maya', 'verified', ${stage.people.creator.id})`;
});
afterAll(() => stage.close());

const read = () => stage.app.client().call(getTrackRecord, { params: { username } });

/** Inserts a pool whose production began so many days ago, of seven. */
async function begun(daysAgo: number): Promise<void> {
  await stage.newPool();
  await stage.sql`
    insert into pool_events (pool_id, from_status, to_status, at)
    select ${stage.poolId}, from_status, to_status, clock_timestamp() - make_interval(hours => ${daysAgo * 24 - 1})
    from (values ('goal_met', 'accepted'), ('collecting', 'in_production')) as moves (from_status, to_status)`;
}

async function deliveredAfter(days: number): Promise<void> {
  await begun(days);
  await stage.submit({ text: 'La la la' });
  await stage.decide('approved');
}

describe('the track record', () => {
  it('is empty for a creator without requests, and unknown for no creator', async () => {
    expect(await read()).toEqual({ answered: 0, unanswered: 0, delivered: 0, onTime: 0, medianDays: null });
    await expect(
      stage.app.client().call(getTrackRecord, { params: { username: 'no_such_creator' } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('counts answers, deliveries on time and the median of their days', async () => {
    await deliveredAfter(2);
    await deliveredAfter(4);
    await deliveredAfter(9);
    await begun(1);
    for (const status of ['declined', 'lapsed']) {
      await stage.newPool();
      await stage.sql`update pools set status = ${status} where id = ${stage.poolId}`;
    }
    expect(await read()).toEqual({ answered: 5, unanswered: 1, delivered: 3, onTime: 2, medianDays: 4 });
  });

  it('does not count the time of a review that sent a delivery back', async () => {
    const before = await read();
    await begun(8);
    await stage.submit({ text: 'first try' });
    await stage.decide('rejected', 'The sound is broken');
    await stage.sql`
      update content_claims set created_at = created_at - interval '3 days' where pool_id = ${stage.poolId}`;
    await stage.submit({ text: 'second try' });
    await stage.decide('approved');
    expect((await read()).onTime).toBe(before.onTime + 1);
  });

  it('does not count a delivery that a takedown notice disables', async () => {
    const before = await read();
    await stage.sql`update content_claims set withheld_at = clock_timestamp() where pool_id = ${stage.poolId}`;
    expect((await read()).delivered).toBe(before.delivered - 1);
    await stage.sql`update content_claims set withheld_at = null where pool_id = ${stage.poolId}`;
  });
});
