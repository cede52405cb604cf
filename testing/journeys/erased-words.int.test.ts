import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideReport, listReports } from '#contract/admin/moderation.ts';
import { claimCreator, claimPool, decideClaim } from '#contract/claims.ts';
import { addCreator } from '#contract/creators.ts';
import { objectToDelivery } from '#contract/delivery.ts';
import { deleteAccount } from '#contract/settings.ts';
import { type Member, password, Town } from './town.ts';

/** The words that a person wrote to admins are erased with the account. The decisions stay. */
let town: Town;
let owner: Member;
beforeAll(async () => {
  town = await Town.open();
  owner = await town.member('owner');
});
afterAll(() => town.close());

const leave = ({ client }: Member) => client.call(deleteAccount, { body: { password } });

describe('the deletion of an account', () => {
  it('erases the words of the person’s objections, and no others', async () => {
    const [maker, ada, ben] = [await town.creator(), await town.member('ada'), await town.member('ben')];
    const { pool } = await town.funded(owner, maker, [
      { who: ada, cents: 10_00 },
      { who: ben, cents: 10_00 },
    ]);
    await town.deliver(maker, pool);
    await town.review(pool);
    const object = (who: Member, reason: string) =>
      who.client.call(objectToDelivery, { params: { id: pool.id }, body: { reason } });
    const { id } = await object(ada, 'My own words about the song');
    const other = await object(ben, 'The words of another fan');
    for (const objection of [id, other.id]) {
      const body = { status: 'dismissed', reason: 'It is the song' } as const;
      await town.admin.client.call(decideReport, { params: { id: objection }, body });
    }
    await town.letTimePass(await town.poolIs(pool.id, 'delivered'));
    await town.poolIs(pool.id, 'completed');
    await leave(ada);
    await town.app.settle();
    const rows = await town.sql`
      select fan_id, reason, status, answer from objections where pool_id = ${pool.id} order by created_at`;
    expect([...rows]).toEqual([
      { fanId: ada.id, reason: '', status: 'dismissed', answer: 'It is the song' },
      { fanId: ben.id, reason: 'The words of another fan', status: 'dismissed', answer: 'It is the song' },
    ]);
    const { items } = await town.admin.client.call(listReports, { query: { status: 'dismissed' } });
    expect(JSON.stringify(items)).toContain('The words of another fan');
    expect(JSON.stringify(items)).not.toContain('My own words');
  });

  it('deletes the person’s claims of pools and profiles; an approved one stays without its words', async () => {
    const [maker, rival] = [await town.creator(), await town.creator()];
    const body = { message: 'My own words', proofUrl: 'https://maya.example/my-own-proof' };
    const claim = (who: Member, poolId: string) => who.client.call(claimPool, { params: { id: poolId }, body });
    const decide = (id: string, status: 'approved' | 'rejected') =>
      town.admin.client.call(decideClaim, { params: { id }, body: { status, reason: 'As it is' } });
    const [approved, rejected, pending] = [
      await town.newPool(owner, null),
      await town.newPool(owner, null),
      await town.newPool(owner, null),
    ];
    await decide((await claim(maker, approved.id)).id, 'approved');
    await decide((await claim(maker, rejected.id)).id, 'rejected');
    await claim(maker, pending.id);
    await claim(rival, pending.id);
    const fan = await town.member('fan');
    await town.sql`update users set email_verified_at = now() where id in (${fan.id}, ${owner.id})`;
    const form = new FormData();
    const socialLinks = JSON.stringify([{ platform: 'other', url: 'https://maya.example' }]);
    const profile = { fullName: 'Maya Reyes', username: 'maya_reyes', description: '', category: 'Music', socialLinks };
    for (const [name, value] of Object.entries(profile)) form.append(name, value);
    await owner.client.form(addCreator, form);
    await fan.client.call(claimCreator, { params: { username: 'maya_reyes' }, body });

    await leave(maker);
    await leave(fan);
    const left = await town.sql`
      select pool_id, status, message, proof_url from pool_claims where user_id = ${maker.id}`;
    expect([...left]).toEqual([{ poolId: approved.id, status: 'approved', message: '', proofUrl: '' }]);
    expect([...(await town.sql`select 1 from creator_claims where user_id = ${fan.id}`)]).toEqual([]);
    const others = await town.sql`select message from pool_claims where user_id = ${rival.id}`;
    expect([...others]).toEqual([{ message: 'My own words' }]);
  });
});
