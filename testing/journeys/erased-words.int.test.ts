import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideReport, listReports } from '#contract/admin/moderation.ts';
import { claimCreator, claimPool, decideClaim } from '#contract/claims.ts';
import { addCreator } from '#contract/creators/creators.ts';
import { objectToDelivery } from '#contract/delivery.ts';
import { deleteAccount } from '#contract/settings.ts';
import { eventually, HttpSite, type Member, password } from './http-site.ts';

/** The words that a person wrote to admins are erased with the account. The decisions stay. */
let site: HttpSite;
let owner: Member;
beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('owner');
});
afterAll(() => site.close());

const leave = ({ client }: Member) => client.call(deleteAccount, { body: { password } });

describe('the deletion of an account', () => {
  it('erases the words of the person’s objections, and no others', async () => {
    const [maker, ada, ben] = [await site.creator(), await site.member('ada'), await site.member('ben')];
    const { pool } = await site.funded(owner, maker, [
      { who: ada, cents: 10_00 },
      { who: ben, cents: 10_00 },
    ]);
    await site.deliver(maker, pool);
    await site.review(pool);
    const object = (who: Member, reason: string) =>
      who.client.call(objectToDelivery, { params: { id: pool.id }, body: { reason } });
    const { id } = await object(ada, 'My own words about the song');
    const other = await object(ben, 'The words of another fan');
    for (const objection of [id, other.id]) {
      const body = { status: 'dismissed', reason: 'It is the song' } as const;
      await site.admin.client.call(decideReport, { params: { id: objection }, body });
    }
    await site.letTimePass(await site.poolIs(pool.id, 'delivered'));
    await site.poolIs(pool.id, 'completed');
    await leave(ada);
    await site.app.settle();
    const rows = await site.sql`
      select fan_id, reason, status, answer from objections where pool_id = ${pool.id} order by created_at`;
    expect([...rows]).toEqual([
      { fanId: ada.id, reason: '', status: 'dismissed', answer: 'It is the song' },
      { fanId: ben.id, reason: 'The words of another fan', status: 'dismissed', answer: 'It is the song' },
    ]);
    const { items } = await site.admin.client.call(listReports, { query: { status: 'dismissed' } });
    expect(JSON.stringify(items)).toContain('The words of another fan');
    expect(JSON.stringify(items)).not.toContain('My own words');
  });

  it('erases the creator’s deliveries that no fan may read, with their files, and no others', async () => {
    const [maker, ada] = [await site.creator(), await site.member('ada')];
    const readable = (await site.funded(owner, maker, [{ who: ada, cents: 10_00 }])).pool;
    const refunded = (await site.funded(owner, maker, [{ who: ada, cents: 10_00 }])).pool;
    const opened = (await site.funded(owner, maker, [{ who: ada, cents: 10_00 }])).pool;
    const file = async (name: string) => site.upload(maker, new Uint8Array(Buffer.from(name)), name, 'text/plain');
    await site.deliver(maker, readable, { text: 'Sent back', uploadIds: [await file('sent-back.txt')] });
    await site.review(readable, 'rejected', 'It is too short');
    for (const pool of [readable, refunded, opened]) {
      await site.deliver(maker, pool, { text: 'My own song', uploadIds: [await file(`${pool.slug}-${pool.id}.txt`)] });
      await site.review(pool);
    }
    await site.letTimePass(await site.poolIs(readable.id, 'delivered'));
    await site.poolIs(readable.id, 'completed');
    // A bank may ask whether the fan opened the delivery.
    await site.read(ada, opened);
    const body = { reason: 'It is not the song' };
    for (const { id } of [refunded, opened]) {
      const objection = await ada.client.call(objectToDelivery, { params: { id }, body });
      await site.admin.client.call(decideReport, {
        params: { id: objection.id },
        body: { status: 'upheld', reason: 'It is not', outcome: 'refund' },
      });
      await site.app.settle();
      await site.poolIs(id, 'refunded');
    }
    const keys = await site.sql<{ key: string }[]>`select key from uploads where owner_id = ${maker.id}`;
    expect(keys).toHaveLength(4);

    await leave(maker);
    const rows = await site.sql`
      select c.pool_id, c.status, c.note, c.body, u.key
      from content_claims c left join content_files f on f.claim_id = c.id left join uploads u on u.id = f.upload_id
      where c.creator_id = ${maker.id} order by c.created_at`;
    const kept = await site.sql<{ key: string }[]>`
      select key from uploads where owner_id = ${maker.id} order by created_at`;
    expect([...rows]).toEqual([
      { poolId: readable.id, status: 'rejected', note: '', body: null, key: null },
      { poolId: readable.id, status: 'approved', note: 'Here it is', body: 'My own song', key: kept[0]?.key },
      { poolId: refunded.id, status: 'approved', note: '', body: null, key: null },
      { poolId: opened.id, status: 'approved', note: 'Here it is', body: 'My own song', key: kept[1]?.key },
    ]);
    const stored = () => Promise.all(keys.map(({ key }) => site.app.context.files.stat(key)));
    await eventually(stored, (rows) => rows.filter(Boolean).length === 2);
    expect((await site.read(ada, readable))[0]).toMatchObject({ text: 'My own song', files: [{ kind: 'document' }] });
  });

  it('deletes the person’s claims of pools and profiles; an approved one stays without its words', async () => {
    const [maker, rival] = [await site.creator(), await site.creator()];
    const body = { message: 'My own words', proofUrl: 'https://maya.example/my-own-proof' };
    const claim = (who: Member, poolId: string) => who.client.call(claimPool, { params: { id: poolId }, body });
    const decide = (id: string, status: 'approved' | 'rejected') =>
      site.admin.client.call(decideClaim, { params: { id }, body: { status, reason: 'As it is' } });
    const [approved, rejected, pending] = [
      await site.newPool(owner, null),
      await site.newPool(owner, null),
      await site.newPool(owner, null),
    ];
    await decide((await claim(maker, approved.id)).id, 'approved');
    await decide((await claim(maker, rejected.id)).id, 'rejected');
    await claim(maker, pending.id);
    await claim(rival, pending.id);
    const fan = await site.member('fan');
    await site.sql`update users set email_verified_at = now() where id in (${fan.id}, ${owner.id})`;
    const form = new FormData();
    const socialLinks = JSON.stringify([{ platform: 'other', url: 'https://maya.example' }]);
    const profile = { fullName: 'Maya Reyes', username: 'maya_reyes', description: '', category: 'Music', socialLinks };
    for (const [name, value] of Object.entries(profile)) form.append(name, value);
    await owner.client.form(addCreator, form);
    await fan.client.call(claimCreator, { params: { username: 'maya_reyes' }, body });

    await leave(maker);
    await leave(fan);
    const left = await site.sql`
      select pool_id, status, message, proof_url from pool_claims where user_id = ${maker.id}`;
    expect([...left]).toEqual([{ poolId: approved.id, status: 'approved', message: '', proofUrl: '' }]);
    expect([...(await site.sql`select 1 from creator_claims where user_id = ${fan.id}`)]).toEqual([]);
    const others = await site.sql`select message from pool_claims where user_id = ${rival.id}`;
    expect([...others]).toEqual([{ message: 'My own words' }]);
  });
});
