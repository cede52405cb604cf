import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { claimCreator, claimPool, decideClaim, listClaims } from '#contract/claims.ts';
import { addCreator, getCreator, removeCreator } from '#contract/creators/creators.ts';
import { HttpSite, type Member } from './http-site.ts';

/** A profile that fans have added: its creator claims it or has it removed. */
let site: HttpSite;
let fan: Member;
let maya: Member;

beforeAll(async () => {
  site = await HttpSite.open();
  [fan, maya] = [await site.member('fan'), await site.member('maya')];
  await site.sql`update users set email_verified_at = now() where id in (${fan.id}, ${maya.id})`;
});
afterAll(() => site.close());

const body = { message: 'This is me.', proofUrl: 'https://maya.example/fanfare' };

function add(username: string, fullName: string, who = fan) {
  const form = new FormData();
  const socialLinks = JSON.stringify([{ platform: 'other', url: 'https://maya.example' }]);
  for (const [name, value] of Object.entries({ fullName, username, description: '', category: 'Music', socialLinks })) {
    form.append(name, value);
  }
  return who.client.form(addCreator, form);
}
const claim = (who: Member, username: string) => who.client.call(claimCreator, { params: { username }, body });
const decide = (id: string, status: 'approved' | 'rejected', reason?: string) =>
  site.admin.client.call(decideClaim, { params: { id }, body: { status, ...(reason ? { reason } : {}) } });
const profileOf = (username: string, who: Member = maya) => who.client.call(getCreator, { params: { username } });
const noticeOf = async (who: Member, kind: string) =>
  (await site.noticesOf(who)).find((notice) => notice.kind === kind);

describe('a claim to a profile', () => {
  it('makes the claimant the verified owner with all its pools, and rejects all other claims', async () => {
    const { id: creatorProfileId } = await add('maya_reyes', 'Maya Reyes');
    const pool = await site.newPool(fan, null, { creatorProfileId });
    const other = await site.member('other');
    expect(await profileOf('maya_reyes')).toMatchObject({ claim: 'possible', poolCount: 1, activePoolCount: 1 });
    const mine = await claim(maya, 'maya_reyes');
    const theirs = await claim(other, 'maya_reyes');
    expect(mine.status).toBe('pending');
    await expect(claim(maya, 'maya_reyes')).rejects.toMatchObject({ code: 'claim_exists' });
    expect(await profileOf('maya_reyes')).toMatchObject({ claim: 'pending' });
    expect(await noticeOf(site.admin, 'creator_claim_made')).toMatchObject({ href: '/admin/claims' });

    const query = {
      status: 'pending' as const,
      kind: 'creator' as const,
      search: 'maya_reyes',
      sort: 'oldest' as const,
    };
    const { items } = await site.admin.client.call(listClaims, { query });
    expect(items).toMatchObject([
      { ...body, id: mine.id, kind: 'creator', userId: maya.id, creatorUsername: 'maya_reyes', exists: true },
      { id: theirs.id, userId: other.id },
    ]);
    expect((await site.admin.client.call(listClaims, { query: { ...query, kind: 'pool' } })).items).toEqual([]);

    expect(await decide(mine.id, 'approved')).toMatchObject({ kind: 'creator', status: 'approved' });
    expect(await profileOf('maya_reyes')).toMatchObject({
      status: 'verified',
      ownerId: maya.id,
      isOwner: true,
      claim: null,
    });
    expect(await maya.client.call(getCurrentUser)).toMatchObject({ role: 'creator', isVerified: true });
    expect(await site.pool(pool.id, maya)).toMatchObject({ isAssignedCreator: true });
    expect(await noticeOf(maya, 'creator_claim_approved')).toMatchObject({ href: '/dashboard' });
    expect(await noticeOf(other, 'creator_claim_rejected')).toMatchObject({ href: '/creator/maya_reyes' });
    await expect(decide(theirs.id, 'approved')).rejects.toMatchObject({ status: 409 });
    await expect(claim(other, 'maya_reyes')).rejects.toMatchObject({ code: 'creator_has_owner' });

    const audit = await site.sql`select action, actor_id, after from audit_log where target_id = ${mine.id}`;
    expect(audit).toMatchObject([
      { action: 'creator_claim.approved', actorId: site.admin.id, after: { creatorId: maya.id } },
    ]);
  });

  it('is rejected with a reason that the claimant can read, and can be repeated', async () => {
    await add('second_one', 'Second One');
    const other = await site.member('other');
    const { id } = await claim(other, 'second_one');
    await expect(decide(id, 'rejected')).rejects.toMatchObject({ status: 400, message: 'Reason is required' });
    expect(await decide(id, 'rejected', 'The link says nothing.')).toMatchObject({ reason: 'The link says nothing.' });
    expect((await noticeOf(other, 'creator_claim_rejected'))?.body).toContain('The link says nothing.');
    const again = await claim(other, 'second_one');
    await site.sql`update users set suspended_at = now() where id = ${other.id}`;
    await expect(decide(again.id, 'approved')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This person is suspended. Lift the suspension before you approve, or reject the claim.',
    });
    await site.sql`update users set suspended_at = null where id = ${other.id}`;
    const both = await Promise.allSettled([decide(again.id, 'approved'), decide(again.id, 'approved')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused for visitors, unknown profiles, empty messages, and people who have a profile', async () => {
    await add('third_one', 'Third One');
    const params = { username: 'third_one' };
    await expect(site.app.client().call(claimCreator, { params, body })).rejects.toMatchObject({ status: 401 });
    await expect(claim(fan, 'nobody_here')).rejects.toMatchObject({ status: 404 });
    const empty = { params, body: { ...body, message: '  ' } };
    await expect(fan.client.call(claimCreator, empty)).rejects.toMatchObject({ message: 'Message is required' });
    const bare = { params, body: { ...body, proofUrl: 'maya' } };
    await expect(fan.client.call(claimCreator, bare)).rejects.toMatchObject({ status: 400 });
    await expect(claim(maya, 'third_one')).rejects.toMatchObject({ code: 'profile_exists' });
    await expect(fan.client.call(listClaims, { query: {} })).rejects.toMatchObject({ status: 403 });
    const body404 = { params: { id: crypto.randomUUID() }, body: { status: 'approved' as const } };
    await expect(site.admin.client.call(decideClaim, body404)).rejects.toMatchObject({ status: 404 });
  });
});

describe('removing an unclaimed profile', () => {
  const remove = (who: Member, username: string) =>
    who.client.call(removeCreator, { params: { username }, body: { confirmed: true } });

  it('takes effect at once, prevents adding it again, and opens its pools to any creator', async () => {
    const { id: creatorProfileId } = await add('quiet_one', 'Quiet Öne');
    const pool = await site.newPool(fan, null, { creatorProfileId });
    const other = await site.member('other');
    await site.pledge(other, pool, 20_00);
    await claim(other, 'quiet_one');
    const unconfirmed = await site.member('unconfirmed');
    await site.sql`update users set email_verified_at = null where id = ${unconfirmed.id}`;
    await expect(remove(unconfirmed, 'quiet_one')).rejects.toMatchObject({ status: 403 });
    const without = { params: { username: 'quiet_one' }, body: {} as { confirmed: true } };
    await expect(fan.client.call(removeCreator, without)).rejects.toMatchObject({ status: 400 });

    const key = crypto.randomUUID().replaceAll('-', '');
    await site.sql`insert into images (owner_id, key, width, height, size_bytes) values (${fan.id}, ${key}, 10, 10, 10)`;
    await site.sql`update creator_profiles set avatar_url = ${`/media/images/${key}.webp`} where id = ${creatorProfileId}`;

    expect(await remove(fan, 'quiet_one')).toEqual({ removed: true });
    expect(await site.sql`select 1 from images where key = ${key}`).toEqual([]);
    await expect(profileOf('quiet_one')).rejects.toMatchObject({ status: 404 });
    expect(await site.pool(pool.id, maya)).toMatchObject({ targetCreator: null, status: 'open', claim: 'possible' });
    await maya.client.call(claimPool, { params: { id: pool.id }, body });
    expect(await noticeOf(fan, 'pool_asks_no_one')).toMatchObject({ title: 'Your pool is now open to every creator' });
    expect(await noticeOf(other, 'pool_asks_no_one')).toMatchObject({
      title: 'A pool you back is now open to every creator',
      body: expect.stringContaining('Your card is charged $20 only if that creator accepts, and the goal is met'),
    });
    expect(await noticeOf(other, 'creator_claim_rejected')).toMatchObject({ href: '/creators' });

    await expect(add('quiet_one', 'Someone Else')).rejects.toMatchObject({ code: 'creator_removed' });
    await expect(add('other_name', 'quiet one')).rejects.toMatchObject({ code: 'creator_removed' });
    const audit = await site.sql`select actor_id, before from audit_log where action = 'creator.removed'`;
    expect(audit).toEqual([{ actorId: fan.id, before: { username: 'quiet_one', name: 'Quiet Öne' } }]);
  });

  it('is refused for a profile that has an owner', async () => {
    await expect(remove(fan, 'maya_reyes')).rejects.toMatchObject({ code: 'creator_has_owner' });
    await expect(remove(fan, 'nobody_here')).rejects.toMatchObject({ status: 404 });
    const visitor = site.app
      .client()
      .call(removeCreator, { params: { username: 'maya_reyes' }, body: { confirmed: true } });
    await expect(visitor).rejects.toMatchObject({ status: 401 });
  });
});
