import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { checkClaimCode, claimCreator, decideClaim, getClaimCode } from '#contract/claims.ts';
import { addCreator, getCreator, removeCreator } from '#contract/creators/creators.ts';
import { limits } from '#contract/limits.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { HttpSite, type Member } from './http-site.ts';

/** A creator claims a profile that fans added with a code on a page that the profile links. The pages are real servers. */
let site: HttpSite;
let fan: Member;
const servers: Server[] = [];
/** The response of the allowed server, by path. */
const profilePages = new Map<string, string>();
let requests: string[] = [];
let insideAsked = 0;
let pagesHost: string;
let elsewhereHost: string;
let insideHost: string;

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answer: RequestListener = (request, response) => {
  const path = request.url ?? '';
  requests.push(path);
  response.setHeader('content-type', path === '/picture' ? 'image/png' : 'text/html; charset=utf-8');
  if (path === '/away') response.writeHead(302, { location: `http://${elsewhereHost}/shows-all` }).end();
  else if (path === '/inside') response.writeHead(302, { location: `http://${insideHost}/` }).end();
  else if (path === '/around') response.writeHead(301, { location: '/maya' }).end();
  else if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
  else if (path === '/gone') response.writeHead(404).end([...profilePages.values()].join(' '));
  else if (path === '/silent') response.write('<p>');
  else if (path === '/endless') {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    };
    response.on('drain', more);
    more();
  } else response.end(`<!doctype html><title>Maya</title><p>${profilePages.get(path) ?? ''}</p>`);
};

beforeAll(async () => {
  pagesHost = await listen(answer);
  elsewhereHost = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html').end([...profilePages.values()].join(' '));
  });
  insideHost = await listen((_request, response) => {
    insideAsked += 1;
    response.setHeader('content-type', 'text/html').end([...profilePages.values()].join(' '));
  });
  site = await HttpSite.open({
    IMAGE_PROXY_ALLOW: `${pagesHost},${elsewhereHost}`,
    CLAIM_PLATFORMS: pagesHost,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  fan = await confirmed('fan');
});
afterAll(async () => {
  await site.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  profilePages.clear();
  requests = [];
});

let block = 0;
/** A person who shares their address with no one. */
async function confirmed(name: string): Promise<Member> {
  block += 1;
  const member = await site.member(name, `203.0.${block}.9`);
  await site.sql`update users set email_verified_at = now() where id = ${member.id}`;
  return member;
}

let count = 0;
/** An old profile that a fan has added, with old links. */
async function profileWith(urls: string[], category = 'Music'): Promise<string> {
  count += 1;
  const username = `maya_${count}`;
  const socialLinks = JSON.stringify(urls.map((url) => ({ platform: 'other', url })));
  const form = new FormData();
  const fields = { fullName: `Maya ${count}`, username, description: '', category, socialLinks };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { id } = await fan.client.form(addCreator, form);
  await site.sql`update creator_profiles set created_at = created_at - interval '31 days' where id = ${id}`;
  await site.sql`
    update creator_links set added_at = added_at - interval '31 days', changed_at = changed_at - interval '31 days'
    where profile_id = ${id}`;
  return username;
}

const page = (path: string) => `http://${pagesHost}${path}`;
const codeFor = (who: Member, username: string) => who.client.call(getClaimCode, { params: { username } });
const standingOf = async (who: Member, username: string) =>
  (await who.client.call(getCreator, { params: { username } })).claimByCode;
const check = (who: Member, username: string) => who.client.call(checkClaimCode, { params: { username } });
const outcomes = async (who: Member, username: string) =>
  (await check(who, username)).pages.map(({ outcome }) => outcome);

describe('a claim with a code', () => {
  it('makes the person the owner without the check mark, and the pools from before wait for an admin', async () => {
    const username = await profileWith([page('/other'), page('/maya')]);
    const profile = await fan.client.call(getCreator, { params: { username } });
    const pool = await site.newPool(fan, null, { creatorProfileId: profile.id });
    const [maya, rival] = [await confirmed('maya'), await confirmed('rival')];
    await rival.client.call(claimCreator, {
      params: { username },
      body: { message: 'Mine.', proofUrl: 'https://rival.example' },
    });
    await codeFor(rival, username);

    const first = await codeFor(maya, username);
    expect(first).toMatchObject({ pages: [page('/other'), page('/maya')], checksLeft: limits.claimCode.checks });
    expect(first.code).toMatch(/^claim-[A-Za-z0-9]{20}$/);
    expect(await codeFor(maya, username)).toEqual(first);
    expect((await codeFor(rival, username)).code).not.toBe(first.code);
    const stored = await site.sql`select to_jsonb(x) as row from creator_claim_codes x`;
    expect(JSON.stringify(stored)).not.toContain(first.code.slice(6));

    expect(await outcomes(maya, username)).toEqual(['missing', 'missing']);
    // A visitor's comment proves nothing.
    profilePages.set('/other', `<div class="comments"><p>${first.code}</p></div>`);
    profilePages.set('/maya', first.code);
    expect(await check(rival, username)).toMatchObject({ claimed: false });
    expect(await check(maya, username)).toEqual({
      claimed: true,
      inReview: false,
      pages: [
        { url: page('/other'), outcome: 'missing' },
        { url: page('/maya'), outcome: 'found' },
      ],
      checksLeft: limits.claimCode.checks - 2,
    });

    const profileNow = () => maya.client.call(getCreator, { params: { username } });
    const given = { ownerId: maya.id, isOwner: true };
    expect(await profileNow()).toMatchObject({ ...given, status: 'claimed', claimedWith: page('/maya') });
    expect(await maya.client.call(getCurrentUser)).toMatchObject({ role: 'creator', isVerified: false });
    expect(await site.pool(pool.id, maya)).toMatchObject({ isAssignedCreator: false, assignedCreator: null });
    const later = await site.newPool(fan, null, { creatorProfileId: profile.id });
    expect(await site.pool(later.id, maya)).toMatchObject({ isAssignedCreator: true });
    const kinds = async (who: Member) => (await site.noticesOf(who)).map(({ kind }) => kind);
    expect((await kinds(maya)).sort()).toEqual(['creator_code_found', 'request_opened']);
    expect(await kinds(rival)).toEqual([]);
    expect(await kinds(site.admin)).toContain('creator_claimed_by_code');
    const audit = await site.sql`
      select actor_id, action, after from audit_log a where a.after->>'profileId' = ${profile.id}`;
    const after = { creatorId: maya.id, handedOver: true, doubts: '', page: page('/maya') };
    expect(audit).toMatchObject([{ actorId: null, action: 'creator_claim.code_found', after }]);
    await expect(check(rival, username)).rejects.toMatchObject({ code: 'creator_has_owner' });
    await expect(codeFor(rival, username)).rejects.toMatchObject({ code: 'creator_has_owner' });

    const [row] = await site.sql`select id from creator_claims where user_id = ${maya.id} and status = 'pending'`;
    const approval = { params: { id: row?.id }, body: { status: 'approved' } } as const;
    expect(await site.admin.client.call(decideClaim, approval)).toMatchObject({ status: 'approved', doubts: [] });
    expect(await profileNow()).toMatchObject({ ...given, status: 'verified', claimedWith: null });
    expect(await maya.client.call(getCurrentUser)).toMatchObject({ role: 'creator', isVerified: true });
    expect(await site.pool(pool.id, maya)).toMatchObject({ isAssignedCreator: true });
    expect(await kinds(maya)).toContain('creator_claim_approved');
    expect(await kinds(rival)).toContain('creator_claim_rejected');
  });

  it('gives the profile to one of two people whose codes are found at once', async () => {
    const username = await profileWith([page('/both')]);
    const people = await Promise.all([confirmed('one'), confirmed('two')]);
    const codes = await Promise.all(people.map((who) => codeFor(who, username)));
    profilePages.set('/both', codes.map(({ code }) => code).join(' '));
    const ends = await Promise.allSettled(people.map((who) => check(who, username)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'creator_has_owner' } });
    const [row] = await site.sql`select count(*)::int as n from creator_profiles where username = ${username} and
      owner_id in (${people[0].id}, ${people[1].id})`;
    expect(row).toEqual({ n: 1 });
  });

  it.each(['an application', 'a code'])(
    'gives a person one profile if a claim and %s are approved at once',
    async (other) => {
      const [byClaim, byCode] = [await profileWith([page('/claimed')]), await profileWith([page('/coded')])];
      const [maya, rival] = [await site.applicant(), await site.member('rival')];
      await site.sql`update users set email_verified_at = now() where id = ${maya.id}`;
      const body = { message: 'Mine.', proofUrl: page('/claimed') };
      const claimed = { params: { username: byClaim }, body };
      const mine = await maya.client.call(claimCreator, claimed);
      const theirs = await rival.client.call(claimCreator, claimed);
      profilePages.set('/coded', (await codeFor(maya, byCode)).code);
      const approval = { params: { id: mine.id }, body: { status: 'approved' } } as const;
      const ends = await site.sql.begin(async (tx) => {
        await tx`select 1 from creator_claims where id = ${theirs.id} for update`;
        // This approval has stored the new owner, and waits for the rival's claim before it commits.
        const first = site.admin.client.call(decideClaim, approval);
        await lockWaits(tx, 1);
        const second = other === 'a code' ? check(maya, byCode) : site.decideApplication(maya, 'approved');
        const both = Promise.allSettled([first, second]);
        await lockWaits(tx, 2);
        return { both };
      });
      const refused = { status: 'rejected', reason: { status: 409, code: 'profile_exists' } };
      expect(await ends.both).toMatchObject([{ status: 'fulfilled' }, refused]);
    },
  );

  it('takes over the open claim of the same person, and a second check at the same moment claims nothing more', async () => {
    const username = await profileWith([page('/twice')]);
    const maya = await confirmed('maya');
    const body = { message: 'This is me.', proofUrl: 'https://maya.example' };
    const { id } = await maya.client.call(claimCreator, { params: { username }, body });
    profilePages.set('/twice', (await codeFor(maya, username)).code);
    const ends = await Promise.allSettled([check(maya, username), check(maya, username)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const claims = await site.sql`
      select id, status, message, page, handed_over_at is not null as given from creator_claims where user_id = ${maya.id}`;
    expect(claims).toEqual([{ id, status: 'pending', message: 'This is me.', page: page('/twice'), given: true }]);
  });

  it('counts a code only with the same upper and lower case, on a page that answers with text', async () => {
    const username = await profileWith([page('/case'), page('/gone'), page('/picture')]);
    const maya = await confirmed('maya');
    const { code } = await codeFor(maya, username);
    profilePages.set('/case', code === code.toLowerCase() ? code.toUpperCase() : code.toLowerCase());
    profilePages.set('/picture', code);
    expect(await outcomes(maya, username)).toEqual(['missing', 'unreachable', 'unreachable']);
  });
});

describe('pages that count', () => {
  it('follows redirects on the same host only, and never contacts addresses that are not public', async () => {
    const urls = [page('/away'), page('/inside'), page('/loop'), `http://${insideHost}/`, 'http://169.254.169.254/'];
    const username = await profileWith(urls);
    const maya = await confirmed('maya');
    profilePages.set('/shows-all', (await codeFor(maya, username)).code);
    expect(await outcomes(maya, username)).toEqual(['moved', 'moved', 'unreachable', 'unreachable', 'unreachable']);
    expect(insideAsked).toBe(0);
    const around = await profileWith([page('/around')]);
    profilePages.set('/maya', (await codeFor(maya, around)).code);
    expect(await check(maya, around)).toMatchObject({ claimed: true });
  });

  it('gives up on pages that never end or never answer, and still finds the code on another one', {
    timeout: 15_000,
  }, async () => {
    const username = await profileWith([page('/endless'), page('/silent'), page('/maya')]);
    const maya = await confirmed('maya');
    profilePages.set('/maya', (await codeFor(maya, username)).code);
    const { claimed, pages } = await check(maya, username);
    expect(claimed).toBe(true);
    expect(pages.map(({ outcome }) => outcome)).toEqual(['missing', 'unreachable', 'found']);
  });

  it('are the links from before the claim that the profile still has', async () => {
    const username = await profileWith([page('/before'), page('/dropped')]);
    const maya = await confirmed('maya');
    const { code } = await codeFor(maya, username);
    for (const path of ['/after', '/dropped']) profilePages.set(path, code);
    const links = ['/before', '/after'].map((path) => ({ platform: 'other', url: page(path) }));
    await site.sql`update creator_profiles set social_links = ${site.sql.json(links)} where username = ${username}`;
    expect((await check(maya, username)).pages).toEqual([{ url: page('/before'), outcome: 'missing' }]);
    expect(requests).toEqual(['/before']);
  });
});

describe('a code', () => {
  it('expires, and the next one differs', async () => {
    const username = await profileWith([page('/maya')]);
    const maya = await confirmed('maya');
    const { code } = await codeFor(maya, username);
    await site.sql`update creator_claim_codes set expires_at = clock_timestamp() where user_id = ${maya.id}`;
    profilePages.set('/maya', code);
    await expect(check(maya, username)).rejects.toMatchObject({ code: 'claim_code_expired' });
    expect((await codeFor(maya, username)).code).not.toBe(code);
    expect(await check(maya, username)).toMatchObject({ claimed: false });
  });

  it('can be checked a limited number of times, also by concurrent requests', async () => {
    const username = await profileWith([page('/maya')]);
    const maya = await confirmed('maya');
    await codeFor(maya, username);
    await site.sql`
      update creator_claim_codes set checks = ${limits.claimCode.checks - 2} where user_id = ${maya.id}`;
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => check(maya, username)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(requests).toHaveLength(2);
    expect(await codeFor(maya, username)).toMatchObject({ checksLeft: 0 });
    await expect(check(maya, username)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is refused to visitors, people without a confirmed email, the person who added the profile, and creators', async () => {
    const username = await profileWith([page('/maya')]);
    const params = { username };
    await expect(site.app.client().call(getClaimCode, { params })).rejects.toMatchObject({ status: 401 });
    const unconfirmed = await site.member('unconfirmed');
    await expect(codeFor(unconfirmed, username)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await standingOf(unconfirmed, username)).toBe('unconfirmed_email');
    await expect(check(unconfirmed, username)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(codeFor(fan, username)).rejects.toMatchObject({ code: 'claim_code_unavailable' });
    expect(await standingOf(fan, username)).toBe('added_by_me');
    const creator = await site.creator();
    await site.sql`update users set email_verified_at = now() where id = ${creator.id}`;
    await expect(codeFor(creator, username)).rejects.toMatchObject({ code: 'profile_exists' });
    expect(await standingOf(creator, username)).toBe(null);
    const maya = await confirmed('maya');
    expect(await standingOf(maya, username)).toBe('possible');
    const withoutLinks = await profileWith([page('/maya')]);
    await site.sql`update creator_profiles set social_links = '[]' where username = ${withoutLinks}`;
    expect(await standingOf(maya, withoutLinks)).toBe('no_pages');
    await expect(check(maya, username)).rejects.toMatchObject({ code: 'claim_code_expired' });
    await expect(codeFor(maya, 'nobody_here')).rejects.toMatchObject({ status: 404 });
    const adult = await profileWith([page('/maya')], 'NSFW');
    await expect(codeFor(maya, adult)).rejects.toMatchObject({ code: 'age_gate' });
    const { client } = site.grown(maya);
    expect(await client.call(getClaimCode, { params: { username: adult } })).toMatchObject({ pages: [page('/maya')] });
  });

  it('ends with the profile when its creator has it removed', async () => {
    const username = await profileWith([page('/maya')]);
    const maya = await confirmed('maya');
    await codeFor(maya, username);
    await maya.client.call(removeCreator, { params: { username }, body: { confirmed: true } });
    await expect(check(maya, username)).rejects.toMatchObject({ status: 404 });
    expect(await site.sql`select 1 from creator_claim_codes where user_id = ${maya.id}`).toEqual([]);
  });
});
