import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listUpdates, postUpdate, type UpdateAudience } from '#contract/updates.ts';
import { HttpSite, type Someone } from './http-site.ts';
import { uploadPicture } from './uploads.ts';

/** The updates of a removed pool, with their pictures. */
let site: HttpSite;
beforeAll(async () => {
  site = await HttpSite.open();
});
afterAll(() => site.close());

it.each(['everyone', 'contributors'] as const)(
  'shows the pictures of an update for %s only to owner, creator and admins once the pool is removed',
  async (audience: UpdateAudience) => {
    const [owner, creator] = [await site.member('owner'), await site.creator()];
    const [fan, stranger] = [await site.member('fan'), await site.member('stranger')];
    const pool = await site.newPool(owner, creator, { fundingGoal: 500_00 });
    await site.pledge(fan, pool, 10_00);
    const { id, url } = await uploadPicture(creator, 'teal');
    const body = { content: 'A first sketch', audience, imageIds: [id], requestKey: randomUUID() };
    await creator.client.call(postUpdate, { params: { id: pool.id }, body });
    const fetched = async ({ client }: Someone) => {
      const response = await client.raw('GET', url);
      return [response.status, response.headers.get('cache-control')];
    };
    const [insiders, outsiders] = [
      [owner, creator, site.admin],
      [stranger, site.visitor()],
    ];
    for (const who of [...insiders, fan]) expect((await fetched(who))[0]).toBe(200);
    for (const who of outsiders) expect((await fetched(who))[0]).toBe(audience === 'everyone' ? 200 : 404);

    const action = { action: 'remove', reason: 'Against the rules' } as const;
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: action });
    await site.app.settle();
    for (const who of insiders) expect(await fetched(who)).toEqual([200, 'private, no-cache']);
    for (const who of [...outsiders, fan]) {
      const [status, caching] = await fetched(who);
      expect(status).toBe(404);
      expect(caching ?? '').not.toContain('public');
      const list = who.client.call(listUpdates, { params: { id: pool.id } });
      await expect(list).rejects.toMatchObject({ status: 404 });
    }
  },
);
