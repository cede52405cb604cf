import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { listVerifications } from '#contract/admin/moderation.ts';
import { getClaim } from '#contract/claims.ts';
import { applyAsCreator, removeCreator } from '#contract/creators/creators.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { judgePages } from '#server/creators/claims/judge-page.ts';
import { applicationOf } from '#testing/builders.ts';
import { readOutbox } from '#testing/outbox.ts';
import type { Member } from './http-site.ts';
import { ImpostorStage, type Profile, params } from './impostor-stage.ts';

/**
 * An account adds a profile with a famous name that links to its own page, and a second account claims it with the code on that page. A code
 * proves control of a link and not of a name, so all of this ends at an admin.
 */
let stage: ImpostorStage;
beforeAll(async () => {
  stage = await ImpostorStage.open();
});
afterAll(() => stage?.close());

it('sends the impostor to the admins with the evidence, and gives them nothing before', async () => {
  const home = stage.newAddress();
  const [adder, impostor] = [await stage.person('adder', home), await stage.person('impostor', home)];
  const [owner, fan] = [await stage.person('owner'), await stage.person('fan')];
  const page = stage.pageOn(stage.otherHost);
  const profile = await stage.add(adder, page);
  const pool = await stage.site.newPool(owner, null, { creatorProfileId: profile.id });
  const pledge = await stage.site.pledge(fan, pool, 20_00);

  expect(await stage.claim(impostor, profile, page)).toMatchObject({ claimed: false, inReview: true });
  await stage.unchanged(impostor, profile, pool.id);
  const item = await stage.claimOf(impostor);
  const related = { user: { id: adder.id }, address: true, device: false, card: false };
  expect(item).toMatchObject({
    ...{ status: 'pending', method: 'code', page, pageKind: 'unknown', handedOverAt: null },
    doubts: ['unknown_page', 'recent_profile', 'recent_link', 'related_adder'],
    evidence: {
      addedBy: { id: adder.id },
      links: [{ url: page, kind: 'unknown', addedBy: { id: adder.id }, changedBy: { id: adder.id } }],
      sharing: [related],
    },
  });
  expect(item.foundAt).not.toBeNull();
  const notices = await stage.site.noticesOf(stage.site.admin);
  expect(notices.find(({ kind }) => kind === 'creator_claimed_by_code')).toMatchObject({
    title: 'A claim with a code needs your decision',
  });

  await stage.decide(item.id, 'rejected');
  await stage.unchanged(impostor, profile, pool.id);
  expect((await stage.site.noticesOf(fan)).map(({ kind }) => kind)).not.toContain('pool_creator_verified');

  // The admin believes the next claim for other reasons.
  expect(await stage.claim(impostor, profile, page)).toMatchObject({ inReview: true });
  const again = await stage.claimOf(impostor);
  await stage.site.sql`update users set role = 'admin' where id = ${impostor.id}`;
  await expect(stage.decide(again.id, 'approved', impostor)).rejects.toMatchObject({ code: 'own_decision' });
  await stage.site.sql`update users set role = 'user' where id = ${impostor.id}`;
  await stage.decide(again.id, 'approved');
  expect(await impostor.client.call(getCurrentUser)).toMatchObject({ role: 'creator', isVerified: true });
  expect(await stage.site.pool(pool.id, impostor)).toMatchObject({ isAssignedCreator: true });
  const notice = (await stage.site.noticesOf(fan)).find(({ kind }) => kind === 'pool_creator_verified');
  expect(notice?.body).toContain(`@${impostor.username} claimed the profile with ${page.slice('http://'.length)}`);
  expect(notice?.body).toContain('withdraw your pledge');
  expect((await stage.site.noticesOf(owner)).map(({ kind }) => kind)).toContain('pool_creator_verified');
  const subjects = (await readOutbox(stage.site.app, fan.email)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringMatching(/^A pool you back now has its creator/));
  expect(await fan.client.call(withdrawPledge, { params: { id: pledge.id } })).toMatchObject({ status: 'withdrawn' });
});

const nothing = () => Promise.resolve();

describe('a code does not suffice alone', () => {
  /** Claims a profile that an adder has added, after `prepare`; returns the doubts. */
  async function doubts(
    host: string,
    prepare: (made: { profile: Profile; adder: Member; claimant: Member; page: string }) => Promise<void>,
  ): Promise<string[]> {
    const [adder, claimant] = [await stage.person('adder'), await stage.person('claimant')];
    const page = stage.pageOn(host);
    const profile = await stage.add(adder, page);
    await stage.age(profile, 60);
    await prepare({ profile, adder, claimant, page });
    const { claimed, inReview } = await stage.claim(claimant, profile, page);
    expect(claimed).toBe(!inReview);
    const item = await stage.claimOf(claimant);
    expect(item.handedOverAt !== null).toBe(claimed);
    return item.doubts;
  }

  it.each<
    [string, string[], (made: { profile: Profile; adder: Member; claimant: Member; page: string }) => Promise<void>]
  >([
    ['except on an old link to a known platform that a stranger added', [], nothing],
    ['on a link that is 5 days old', ['recent_link'], ({ profile }) => stage.age(profile, 60, 5)],
    ['on a profile that is 5 days old', ['recent_profile', 'recent_link'], ({ profile }) => stage.age(profile, 5)],
    [
      'on a link that was changed last week',
      ['recent_link'],
      async ({ profile }) =>
        void (await stage.site.sql`
          update creator_links set changed_at = clock_timestamp() - interval '7 days' where profile_id = ${profile.id}`),
    ],
    [
      'if it is unknown who added the link',
      ['unknown_adder'],
      async ({ profile }) =>
        void (await stage.site.sql`update creator_links set added_by = null where profile_id = ${profile.id}`),
    ],
    [
      'if the claimant changed the link',
      ['own_link'],
      async ({ profile, claimant }) =>
        void (await stage.site
          .sql`update creator_links set changed_by = ${claimant.id} where profile_id = ${profile.id}`),
    ],
    [
      'if the adder used the same browser',
      ['related_adder'],
      async ({ adder, claimant }) =>
        void claimant.client.cookies.set('profile_device', adder.client.cookies.get('profile_device') ?? 'none'),
    ],
    [
      'if the adder signed in from the same block of addresses',
      ['related_adder'],
      async ({ adder, claimant }) => {
        const near = claimant.client.from?.replace(/9$/, '77') ?? '';
        await stage.site.sql`update sessions set ip = ${near} where user_id = ${adder.id}`;
      },
    ],
    [
      'if the adder has the same payment card',
      ['related_adder'],
      async ({ adder, claimant }) => {
        for (const { id } of [adder, claimant]) await stage.site.giveCard(id, 'pays');
        // Removed cards count, too.
        await stage.site.sql`update cards set removed_at = now() where user_id = ${adder.id}`;
      },
    ],
  ])('%s', async (_title, expected, prepare) => {
    expect(await doubts(stage.platform, prepare)).toEqual(expected);
  });

  it('on the claimant’s own domain', async () => {
    expect(await doubts(stage.otherHost, nothing)).toEqual(['unknown_page']);
  });

  it('on a free host', async () => {
    const [adder, claimant] = [await stage.person('adder'), await stage.person('claimant')];
    const free = 'https://famous.github.io/about';
    const profile = await stage.add(adder, free);
    await stage.age(profile, 60);
    const asked = { profileId: profile.id, userId: claimant.id, pages: [free] as const };
    expect(await judgePages(stage.site.app.context, stage.site.sql, asked)).toEqual({
      page: free,
      doubts: ['free_host'],
    });
  });

  it('for a name that looks like that of a verified creator', async () => {
    const creator = await stage.site.creator();
    await stage.site.sql`update creator_profiles set display_name = 'Nina Corn' where id = ${creator.profileId}`;
    const [adder, claimant] = [await stage.person('adder'), await stage.person('claimant')];
    const page = stage.pageOn(stage.platform);
    const profile = await stage.add(adder, page, 'Nіna  Сom');
    await stage.age(profile, 60);
    expect(await stage.claim(claimant, profile, page)).toMatchObject({ claimed: false, inReview: true });
    const item = await stage.claimOf(claimant);
    const imitated = { username: creator.username, displayName: 'Nina Corn' };
    expect(item).toMatchObject({ doubts: ['imitates'], imitates: [imitated] });
    const notice = (await stage.site.noticesOf(stage.site.admin)).find(({ kind }) => kind === 'creator_imitates');
    expect(notice?.body).toContain(`@${creator.username}`);

    const applicant = await stage.person('applicant');
    const application = { ...applicationOf(applicant.username.toLowerCase()), fullName: 'NINA C0RN' };
    await applicant.client.call(applyAsCreator, { body: application });
    const query = { search: applicant.username.toLowerCase() };
    const { items } = await stage.site.admin.client.call(listVerifications, { query });
    expect(items).toMatchObject([{ imitates: [imitated] }]);
  });
});

it('closes a claim by code with the profile when its creator has it removed', async () => {
  const [adder, impostor] = [await stage.person('adder'), await stage.person('impostor')];
  const page = stage.pageOn(stage.otherHost);
  const profile = await stage.add(adder, page);
  await stage.claim(impostor, profile, page);
  const { id } = await stage.claimOf(impostor);
  const real = await stage.person('real');
  await real.client.call(removeCreator, { ...params(profile), body: { confirmed: true } });
  await expect(stage.decide(id, 'approved')).rejects.toMatchObject({ status: 409 });
  expect(await stage.site.admin.client.call(getClaim, { params: { id } })).toMatchObject({
    status: 'rejected',
    evidence: null,
  });
});
