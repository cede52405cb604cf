import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import {
  type CreatorClaimItem,
  checkClaimCode,
  decideClaim,
  getClaim,
  getClaimCode,
  listClaims,
} from '#contract/claims.ts';
import { addCreator, getCreator } from '#contract/creators/creators.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import { HttpSite, type Member } from './http-site.ts';

export interface Profile {
  id: string;
  username: string;
}

export const params = ({ username }: Pick<Profile, 'username'>) => ({ params: { username } });

/** A site with two hosts of linked pages: one counts as a known platform (`platform`), the other does not. */
export class ImpostorStage {
  private block = 0;
  private profileCount = 0;
  private pageCount = 0;

  readonly site: HttpSite;
  readonly platform: string;
  readonly otherHost: string;
  private readonly pages: Map<string, string>;
  private readonly servers: Server[];

  /** `pages`: the path of each page, and its text. */
  private constructor(site: HttpSite, hosts: [string, string], pages: Map<string, string>, servers: Server[]) {
    this.site = site;
    [this.platform, this.otherHost] = hosts;
    this.pages = pages;
    this.servers = servers;
  }

  static async open(): Promise<ImpostorStage> {
    const pages = new Map<string, string>();
    const servers: Server[] = [];
    async function listen(): Promise<string> {
      const made = createServer((request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(`<!doctype html><p>${pages.get(request.url ?? '') ?? ''}</p>`);
      });
      await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
      servers.push(made);
      return `127.0.0.1:${(made.address() as AddressInfo).port}`;
    }
    const [platform, otherHost] = [await listen(), await listen()];
    const site = await HttpSite.open({
      IMAGE_PROXY_ALLOW: `${platform},${otherHost}`,
      CLAIM_PLATFORMS: platform,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    await site.sql`update users set email_verified_at = now() where id = ${site.admin.id}`;
    return new ImpostorStage(site, [platform, otherHost], pages, servers);
  }

  async close(): Promise<void> {
    await this.site.close();
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  newAddress(): string {
    this.block += 1;
    return `203.0.${this.block}.9`;
  }

  async person(name: string, from = this.newAddress()): Promise<Member> {
    const member = await this.site.member(name, from);
    await this.site.sql`update users set email_verified_at = now() where id = ${member.id}`;
    return member;
  }

  async add(who: Member, url: string, fullName?: string): Promise<Profile> {
    this.profileCount += 1;
    const username = `famous_${this.profileCount}`;
    const socialLinks = JSON.stringify([{ platform: 'youtube', url }]);
    const fields = {
      fullName: fullName ?? `Famous Person ${this.profileCount}`,
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
  async age({ id }: Profile, days: number, linkDays = days): Promise<void> {
    await this.site
      .sql`update creator_profiles set created_at = clock_timestamp() - make_interval(days => ${days}) where id = ${id}`;
    await this.site.sql`
    update creator_links set added_at = clock_timestamp() - make_interval(days => ${linkDays}),
      changed_at = clock_timestamp() - make_interval(days => ${linkDays}) where profile_id = ${id}`;
  }

  pageOn(host: string): string {
    this.pageCount += 1;
    return `http://${host}/page${this.pageCount}`;
  }

  /** The person places the code on the page and has it checked. */
  async claim(who: Member, profile: Profile, page: string) {
    const { code } = await who.client.call(getClaimCode, params(profile));
    this.pages.set(new URL(page).pathname, code);
    return who.client.call(checkClaimCode, params(profile));
  }

  async claimOf(who: Member): Promise<CreatorClaimItem> {
    const { items } = await this.site.admin.client.call(listClaims, {
      query: { status: 'pending', search: who.username },
    });
    const item = await this.site.admin.client.call(getClaim, { params: { id: items[0]?.id ?? '' } });
    if (item.kind !== 'creator') throw new Error('not a claim to a profile');
    return item;
  }

  decide(id: string, status: 'approved' | 'rejected', admin = this.site.admin): Promise<unknown> {
    return admin.client.call(decideClaim, {
      params: { id },
      body: { status, ...(status === 'rejected' ? { reason: 'This is not you.' } : {}) },
    });
  }

  async unchanged(who: Member, profile: Profile, poolId: string): Promise<void> {
    expect(await who.client.call(getCurrentUser)).toMatchObject({ role: 'user', isVerified: false });
    expect(await who.client.call(getCreator, params(profile))).toMatchObject({ status: 'unclaimed', ownerId: null });
    expect(await this.site.pool(poolId)).toMatchObject({ assignedCreator: null });
    await expect(
      who.client.call(acceptPool, { params: { id: poolId }, body: { deliveryDays: 7, floorCents: 10_00 } }),
    ).rejects.toMatchObject({ code: 'not_your_request' });
  }

  async secondAdmin(): Promise<Member> {
    const member = await this.person('second');
    await this.site.sql`update users set role = 'admin' where id = ${member.id}`;
    return member;
  }

  /** A profile that a code gave to its claimant, with a pool from before. */
  async given() {
    const [adder, claimant, fan] = [
      await this.person('adder'),
      await this.person('claimant'),
      await this.person('fan'),
    ];
    const page = this.pageOn(this.platform);
    const profile = await this.add(adder, page);
    await this.age(profile, 60);
    const pool = await this.site.newPool(adder, null, { creatorProfileId: profile.id });
    await this.site.pledge(fan, pool, 20_00);
    expect(await this.claim(claimant, profile, page)).toMatchObject({ claimed: true });
    return { adder, claimant, fan, page, profile, pool, claimId: (await this.claimOf(claimant)).id };
  }
}
