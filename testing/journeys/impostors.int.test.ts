import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { listVerifications } from '#contract/admin/moderation.ts';
import {
  type CreatorClaimItem,
  checkClaimCode,
  claimPool,
  decideClaim,
  getClaim,
  getClaimCode,
  listClaims,
} from '#contract/claims.ts';
import { setLatePledges } from '#contract/contributors.ts';
import { addCreator, applyAsCreator, getCreator, removeCreator } from '#contract/creators/creators.ts';
import { editCreator } from '#contract/creators/edit-creator.ts';
import { pledgeToPool, withdrawPledge } from '#contract/pledges/pledges.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import { judgePages } from '#server/creators/claims/judge-page.ts';
import { applicationOf } from '#testing/builders.ts';
import { readOutbox } from '#testing/outbox.ts';
import { HttpSite, type Member } from './http-site.ts';

/**
 * An account adds a profile with a famous name that links to its own page, and a second account claims it with the code on that page. A code
 * proves control of a link and not of a name, so all of this ends at an admin.
 */
let site: HttpSite;
const servers: Server[] = [];
/** The path of each page, and its text. */
const pages = new Map<string, string>();
let platform: string;
let otherHost: string;

async function listen(): Promise<string> {
  const made = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><p>${pages.get(request.url ?? '') ?? ''}</p>`);
  });
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  servers.push(made);
  return `127.0.0.1:${(made.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  [platform, otherHost] = [await listen(), await listen()];
  site = await HttpSite.open({
    IMAGE_PROXY_ALLOW: `${platform},${otherHost}`,
    CLAIM_PLATFORMS: platform,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await site.sql`update users set email_verified_at = now() where id = ${site.admin.id}`;
});
afterAll(async () => {
  await site.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

let block = 0;
const newAddress = () => {
  block += 1;
  return `203.0.${block}.9`;
};
async function person(name: string, from = newAddress()): Promise<Member> {
  const member = await site.member(name, from);
  await site.sql`update users set email_verified_at = now() where id = ${member.id}`;
  return member;
}

let count = 0;
interface Profile {
  id: string;
  username: string;
}
async function add(who: Member, url: string, fullName?: string): Promise<Profile> {
  count += 1;
  const username = `famous_${count}`;
  const socialLinks = JSON.stringify([{ platform: 'youtube', url }]);
  const fields = {
    fullName: fullName ?? `Famous Person ${count}`,
    username,
    description: '',
    category: 'Music',
    socialLinks,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { id } = await who.client.form(addCreator, form);
  return { id, username };
}

/** Moves the profile and its links into the past. */
async function age({ id }: Profile, days: number, linkDays = days): Promise<void> {
  await site.sql`update creator_profiles set created_at = clock_timestamp() - make_interval(days => ${days}) where id = ${id}`;
  await site.sql`
    update creator_links set added_at = clock_timestamp() - make_interval(days => ${linkDays}),
      changed_at = clock_timestamp() - make_interval(days => ${linkDays}) where profile_id = ${id}`;
}

let pageCount = 0;
const pageOn = (host: string) => {
  pageCount += 1;
  return `http://${host}/page${pageCount}`;
};

const params = ({ username }: Profile) => ({ params: { username } });

/** The person places the code on the page and has it checked. */
async function claim(who: Member, profile: Profile, page: string) {
  const { code } = await who.client.call(getClaimCode, params(profile));
  pages.set(new URL(page).pathname, code);
  return who.client.call(checkClaimCode, params(profile));
}

async function claimOf(who: Member): Promise<CreatorClaimItem> {
  const { items } = await site.admin.client.call(listClaims, { query: { status: 'pending', search: who.username } });
  const item = await site.admin.client.call(getClaim, { params: { id: items[0]?.id ?? '' } });
  if (item.kind !== 'creator') throw new Error('not a claim to a profile');
  return item;
}
const decide = (id: string, status: 'approved' | 'rejected', admin = site.admin) =>
  admin.client.call(decideClaim, {
    params: { id },
    body: { status, ...(status === 'rejected' ? { reason: 'This is not you.' } : {}) },
  });

async function unchanged(who: Member, profile: Profile, poolId: string): Promise<void> {
  expect(await who.client.call(getCurrentUser)).toMatchObject({ role: 'user', isVerified: false });
  expect(await who.client.call(getCreator, params(profile))).toMatchObject({ status: 'unclaimed', ownerId: null });
  expect(await site.pool(poolId)).toMatchObject({ assignedCreator: null });
  await expect(
    who.client.call(acceptPool, { params: { id: poolId }, body: { deliveryDays: 7, floorCents: 10_00 } }),
  ).rejects.toMatchObject({ code: 'not_your_request' });
}

async function secondAdmin(): Promise<Member> {
  const member = await person('second');
  await site.sql`update users set role = 'admin' where id = ${member.id}`;
  return member;
}

it('sends the impostor to the admins with the evidence, and gives them nothing before', async () => {
  const home = newAddress();
  const [adder, impostor] = [await person('adder', home), await person('impostor', home)];
  const [owner, fan] = [await person('owner'), await person('fan')];
  const page = pageOn(otherHost);
  const profile = await add(adder, page);
  const pool = await site.newPool(owner, null, { creatorProfileId: profile.id });
  const pledge = await site.pledge(fan, pool, 20_00);

  expect(await claim(impostor, profile, page)).toMatchObject({ claimed: false, inReview: true });
  await unchanged(impostor, profile, pool.id);
  const item = await claimOf(impostor);
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
  const notices = await site.noticesOf(site.admin);
  expect(notices.find(({ kind }) => kind === 'creator_claimed_by_code')).toMatchObject({
    title: 'A claim with a code needs your decision',
  });

  await decide(item.id, 'rejected');
  await unchanged(impostor, profile, pool.id);
  expect((await site.noticesOf(fan)).map(({ kind }) => kind)).not.toContain('pool_creator_verified');

  // The admin believes the next claim for other reasons.
  expect(await claim(impostor, profile, page)).toMatchObject({ inReview: true });
  const again = await claimOf(impostor);
  await site.sql`update users set role = 'admin' where id = ${impostor.id}`;
  await expect(decide(again.id, 'approved', impostor)).rejects.toMatchObject({ code: 'own_decision' });
  await site.sql`update users set role = 'user' where id = ${impostor.id}`;
  await decide(again.id, 'approved');
  expect(await impostor.client.call(getCurrentUser)).toMatchObject({ role: 'creator', isVerified: true });
  expect(await site.pool(pool.id, impostor)).toMatchObject({ isAssignedCreator: true });
  const notice = (await site.noticesOf(fan)).find(({ kind }) => kind === 'pool_creator_verified');
  expect(notice?.body).toContain(`@${impostor.username} claimed the profile with ${page.slice('http://'.length)}`);
  expect(notice?.body).toContain('withdraw your pledge');
  expect((await site.noticesOf(owner)).map(({ kind }) => kind)).toContain('pool_creator_verified');
  const subjects = (await readOutbox(site.app, fan.email)).map(({ subject }) => subject);
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
    const [adder, claimant] = [await person('adder'), await person('claimant')];
    const page = pageOn(host);
    const profile = await add(adder, page);
    await age(profile, 60);
    await prepare({ profile, adder, claimant, page });
    const { claimed, inReview } = await claim(claimant, profile, page);
    expect(claimed).toBe(!inReview);
    const item = await claimOf(claimant);
    expect(item.handedOverAt !== null).toBe(claimed);
    return item.doubts;
  }

  it.each<
    [string, string[], (made: { profile: Profile; adder: Member; claimant: Member; page: string }) => Promise<void>]
  >([
    ['except on an old link to a known platform that a stranger added', [], nothing],
    ['on a link that is 5 days old', ['recent_link'], ({ profile }) => age(profile, 60, 5)],
    ['on a profile that is 5 days old', ['recent_profile', 'recent_link'], ({ profile }) => age(profile, 5)],
    [
      'on a link that was changed last week',
      ['recent_link'],
      async ({ profile }) =>
        void (await site.sql`
          update creator_links set changed_at = clock_timestamp() - interval '7 days' where profile_id = ${profile.id}`),
    ],
    [
      'if it is unknown who added the link',
      ['unknown_adder'],
      async ({ profile }) =>
        void (await site.sql`update creator_links set added_by = null where profile_id = ${profile.id}`),
    ],
    [
      'if the claimant changed the link',
      ['own_link'],
      async ({ profile, claimant }) =>
        void (await site.sql`update creator_links set changed_by = ${claimant.id} where profile_id = ${profile.id}`),
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
        await site.sql`update sessions set ip = ${near} where user_id = ${adder.id}`;
      },
    ],
    [
      'if the adder has the same payment card',
      ['related_adder'],
      async ({ adder, claimant }) => {
        for (const { id } of [adder, claimant]) await site.giveCard(id, 'pays');
        // Removed cards count, too.
        await site.sql`update cards set removed_at = now() where user_id = ${adder.id}`;
      },
    ],
  ])('%s', async (_title, expected, prepare) => {
    expect(await doubts(platform, prepare)).toEqual(expected);
  });

  it('on the claimant’s own domain', async () => {
    expect(await doubts(otherHost, nothing)).toEqual(['unknown_page']);
  });

  it('on a free host', async () => {
    const [adder, claimant] = [await person('adder'), await person('claimant')];
    const free = 'https://famous.github.io/about';
    const profile = await add(adder, free);
    await age(profile, 60);
    const asked = { profileId: profile.id, userId: claimant.id, pages: [free] as const };
    expect(await judgePages(site.app.context, site.sql, asked)).toEqual({ page: free, doubts: ['free_host'] });
  });

  it('for a name that looks like that of a verified creator', async () => {
    const creator = await site.creator();
    await site.sql`update creator_profiles set display_name = 'Nina Corn' where id = ${creator.profileId}`;
    const [adder, claimant] = [await person('adder'), await person('claimant')];
    const page = pageOn(platform);
    const profile = await add(adder, page, 'Nіna  Сom');
    await age(profile, 60);
    expect(await claim(claimant, profile, page)).toMatchObject({ claimed: false, inReview: true });
    const item = await claimOf(claimant);
    const imitated = { username: creator.username, displayName: 'Nina Corn' };
    expect(item).toMatchObject({ doubts: ['imitates'], imitates: [imitated] });
    const notice = (await site.noticesOf(site.admin)).find(({ kind }) => kind === 'creator_imitates');
    expect(notice?.body).toContain(`@${creator.username}`);

    const applicant = await person('applicant');
    const application = { ...applicationOf(applicant.username.toLowerCase()), fullName: 'NINA C0RN' };
    await applicant.client.call(applyAsCreator, { body: application });
    const query = { search: applicant.username.toLowerCase() };
    const { items } = await site.admin.client.call(listVerifications, { query });
    expect(items).toMatchObject([{ imitates: [imitated] }]);
  });
});

/** A profile that a code gave to its claimant, with a pool from before. */
async function given() {
  const [adder, claimant, fan] = [await person('adder'), await person('claimant'), await person('fan')];
  const page = pageOn(platform);
  const profile = await add(adder, page);
  await age(profile, 60);
  const pool = await site.newPool(adder, null, { creatorProfileId: profile.id });
  await site.pledge(fan, pool, 20_00);
  expect(await claim(claimant, profile, page)).toMatchObject({ claimed: true });
  return { adder, claimant, fan, page, profile, pool, claimId: (await claimOf(claimant)).id };
}

describe('after a code sufficed', () => {
  it('shows the page instead of a check mark, and lets no one take pools from before', async () => {
    const { claimant, page, profile, pool } = await given();
    const visitor = site.visitor().client;
    expect(await visitor.call(getCreator, params(profile))).toMatchObject({ status: 'claimed', claimedWith: page });
    expect(await site.pool(pool.id)).toMatchObject({ assignedCreator: null, targetCreator: { status: 'claimed' } });
    const body = { message: 'Mine.', proofUrl: page };
    await expect(claimant.client.call(claimPool, { params: { id: pool.id }, body })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('releases the pledge of a fan who claims the profile', async () => {
    const [adder, claimant] = [await person('adder'), await person('claimant')];
    const page = pageOn(platform);
    const profile = await add(adder, page);
    await age(profile, 60);
    const pool = await site.newPool(adder, null, { creatorProfileId: profile.id });
    const pledge = await site.pledge(claimant, pool, 20_00);
    await claim(claimant, profile, page);
    await site.pledgeIs(claimant, pledge.id, 'released');
    expect(await site.pool(pool.id)).toMatchObject({ pledgedAmount: 0 });
  });

  it('takes the profile and unanswered pools back with a rejection, and the next claim is not made easier', async () => {
    const { adder, claimant, profile, pool, claimId } = await given();
    const later = await site.newPool(adder, null, { creatorProfileId: profile.id });
    expect(await site.pool(later.id, claimant)).toMatchObject({ isAssignedCreator: true });
    const form = new FormData();
    form.append('socialLinks', JSON.stringify([{ platform: 'other', url: pageOn(platform) }]));
    await claimant.client.form(editCreator, form, { username: profile.username });
    await decide(claimId, 'rejected');
    await unchanged(claimant, profile, pool.id);
    expect(await site.pool(later.id)).toMatchObject({ assignedCreator: null, status: 'open' });
    const [link] = await site.sql`select added_by, added_at > now() - interval '1 hour' as recent from creator_links
      where profile_id = ${profile.id}`;
    expect(link).toEqual({ addedBy: claimant.id, recent: true });
  });

  it('never gives the profile away again after a rejection, also not to a related account', async () => {
    const { claimant, page, profile, claimId } = await given();
    await decide(claimId, 'rejected');
    const second = await person('second');
    second.client.cookies.set('profile_device', claimant.client.cookies.get('profile_device') ?? 'none');
    for (const who of [claimant, second]) {
      expect(await claim(who, profile, page)).toMatchObject({ claimed: false, inReview: true });
      expect(await claimOf(who)).toMatchObject({ doubts: ['rejected_before'], handedOverAt: null });
    }
    const stranger = await person('stranger');
    expect(await claim(stranger, profile, page)).toMatchObject({ claimed: true });
  });

  it('closes finished pools to late fans with a rejection, because the person would be paid', async () => {
    const { adder, claimant, fan, profile, claimId } = await given();
    await site.app.driver.setUpPayouts(claimant.client);
    const creator = { ...claimant, profileId: profile.id };
    const { pool } = await site.funded(adder, creator, [{ who: fan, cents: 20_00 }]);
    await site.deliver(claimant, pool);
    await site.review(pool);
    await claimant.client.call(setLatePledges, { params: { id: pool.id }, body: { allowed: true } });
    await site.letTimePass(pool);
    await site.poolIs(pool.id, 'completed');
    const late = await person('late');
    const body = { amountCents: 10_00, requestKey: randomUUID() };
    const { pledge } = await late.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
    await decide(claimId, 'rejected');
    await site.pledgeIs(late, pledge.id, 'released');
    expect(await site.pool(pool.id)).toMatchObject({ status: 'completed', allowsLatePledges: false });
    const notice = (await site.noticesOf(late)).find(({ kind }) => kind === 'pledge_dropped');
    expect(notice?.body).toMatch(/^We couldn’t confirm who the creator of/);
    const again = { ...body, requestKey: randomUUID() };
    await expect(late.client.call(pledgeToPool, { params: { poolId: pool.id }, body: again })).rejects.toMatchObject({
      code: 'pool_closed',
    });
  });

  it('keeps an accepted pool and refuses the rejection until an admin has ended it', async () => {
    const { adder, claimant, profile, claimId } = await given();
    const later = await site.newPool(adder, null, { creatorProfileId: profile.id });
    await site.accept(claimant, later);
    await expect(decide(claimId, 'rejected')).rejects.toMatchObject({ code: 'pool_state' });
    expect(await claimant.client.call(getCreator, params(profile))).toMatchObject({ status: 'claimed' });
  });

  it('decides a race of two admins for one of them', async () => {
    const { claimant, profile, pool, claimId } = await given();
    const other = await secondAdmin();
    const ends = await Promise.allSettled([decide(claimId, 'approved'), decide(claimId, 'rejected', other)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
    const approved = ends[0]?.status === 'fulfilled';
    const now = await claimant.client.call(getCreator, params(profile));
    expect(now).toMatchObject({ status: approved ? 'verified' : 'unclaimed', ownerId: approved ? claimant.id : null });
    expect(await site.pool(pool.id, claimant)).toMatchObject({ isAssignedCreator: approved });
  });

  it('is not approved while the claimant is suspended', async () => {
    const { claimant, pool, claimId } = await given();
    await site.sql`update users set suspended_at = now() where id = ${claimant.id}`;
    await expect(decide(claimId, 'approved')).rejects.toMatchObject({ code: 'conflict' });
    expect(await site.pool(pool.id)).toMatchObject({ assignedCreator: null });
    await decide(claimId, 'rejected');
    await site.sql`update users set suspended_at = null where id = ${claimant.id}`;
  });
});

it('closes a claim by code with the profile when its creator has it removed', async () => {
  const [adder, impostor] = [await person('adder'), await person('impostor')];
  const page = pageOn(otherHost);
  const profile = await add(adder, page);
  await claim(impostor, profile, page);
  const { id } = await claimOf(impostor);
  const real = await person('real');
  await real.client.call(removeCreator, { ...params(profile), body: { confirmed: true } });
  await expect(decide(id, 'approved')).rejects.toMatchObject({ status: 409 });
  expect(await site.admin.client.call(getClaim, { params: { id } })).toMatchObject({
    status: 'rejected',
    evidence: null,
  });
});
