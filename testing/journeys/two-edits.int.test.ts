import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { getRequestTerms, setRequestTerms } from '#contract/creators/request-terms.ts';
import { editPool, getPool, type Pool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { editUpdate, listUpdates, postUpdate } from '#contract/updates.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';
import { uploadPicture } from './uploads.ts';

let site: HttpSite;
let owner: Member;
let creator: CreatorMember;
let pool: Pool;

beforeAll(async () => {
  site = await HttpSite.open({ RATE_LIMITS: 'off' });
  [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
  pool = await site.newPool(owner, creator, { title: 'A song about the harbor', fundingGoal: 500_00 });
});
afterAll(() => site?.close());

/** The outcome of edits that were sent at the same moment: those that won, and the refusals. */
async function outcomes(edits: Promise<unknown>[]) {
  const results = await Promise.allSettled(edits);
  return {
    won: results.filter(({ status }) => status === 'fulfilled').length,
    refusals: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  };
}
const rounds = ['One', 'Two', 'Three', 'Four'];

describe('two edits of one thing', () => {
  it('refuses an older version of a pool with the saved values, and changes only the fields that are sent', async () => {
    const params = { id: pool.id };
    const edit = (body: object) => owner.client.call(editPool, { params, body });
    const { contentMark: version } = await owner.client.call(getPool, { params });
    const description = 'A song about the harbor, in winter, with a choir.';
    const { won, refusals } = await outcomes(rounds.map((word) => edit({ title: `Song number ${word}`, version })));
    expect(won).toBe(1);
    const saved = await owner.client.call(getPool, { params });
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: 'conflict',
        status: 409,
        current: { version: saved.contentMark, fields: { title: saved.title, fundingGoal: 500_00 } },
      });
    }
    await expect(edit({ description, version: 'of another thing' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await edit({ description, version: saved.contentMark })).toMatchObject({ title: saved.title, description });
    // Callers from before versions exist still may edit.
    expect(await edit({ fundingGoal: 600_00 })).toMatchObject({ title: saved.title, description });
  });

  it('refuses an older version of an update, and keeps its pictures when only the text is sent', async () => {
    const picture = await uploadPicture(creator, 'teal');
    const body = { content: 'First', audience: 'everyone' as const, imageIds: [picture.id], requestKey: randomUUID() };
    const posted = await creator.client.call(postUpdate, { params: { id: pool.id }, body });
    const other = await creator.client.call(postUpdate, {
      params: { id: pool.id },
      body: { ...body, imageIds: [], requestKey: randomUUID() },
    });
    const edit = (more: object) => creator.client.call(editUpdate, { params: { id: posted.id }, body: more });
    for (const same of [{}, { version: posted.version }, { content: 'First', imageIds: [picture.id] }]) {
      expect(await edit(same)).toMatchObject({ editedAt: null, version: posted.version });
    }
    const { won, refusals } = await outcomes(rounds.map((content) => edit({ content, version: posted.version })));
    expect(won).toBe(1);
    const { updates } = await creator.client.call(listUpdates, { params: { id: pool.id } });
    const saved = updates.find(({ id }) => id === posted.id);
    expect(saved?.images.map(({ id }) => id)).toEqual([picture.id]);
    for (const refusal of refusals) {
      expect(refusal.current).toEqual({
        version: saved?.version,
        fields: { content: saved?.content, images: saved?.images },
      });
    }
    // The other update has the same text, and its version is no key to this one.
    await expect(edit({ content: 'Late', version: other.version })).rejects.toMatchObject({ code: 'conflict' });
    expect(await edit({ imageIds: [], version: saved?.version })).toMatchObject({
      content: saved?.content,
      images: [],
    });
    const seen = await owner.client.call(listUpdates, { params: { id: pool.id } });
    expect(seen.updates.map(({ version }) => version)).toEqual([null, null]);
  });

  it('refuses an older version of a profile, and never changes a field that was not sent', async () => {
    const edit = (body: object) => owner.client.call(updateProfile, { body });
    const { version } = await owner.client.call(getCurrentUser);
    const { won, refusals } = await outcomes(rounds.map((bio) => edit({ bio, version })));
    expect(won).toBe(1);
    const saved = await owner.client.call(getCurrentUser);
    for (const refusal of refusals) {
      const { displayName, username, bio } = saved;
      expect(refusal.current).toEqual({
        version: saved.version,
        fields: { displayName: displayName ?? '', username, bio },
      });
    }
    const stranger = await site.member('stranger');
    const { version: ofOther } = await stranger.client.call(getCurrentUser);
    await expect(edit({ bio: 'Late', version: ofOther })).rejects.toMatchObject({ code: 'conflict' });
    expect(await edit({ displayName: 'Ada', version: saved.version })).toMatchObject({ bio: saved.bio });
    expect(await edit({ bio: 'No version' })).toMatchObject({ displayName: 'Ada', bio: 'No version' });
  });

  it('refuses an older version of request terms, and keeps the terms that are not sent', async () => {
    const edit = (body: object) => creator.client.call(setRequestTerms, { body });
    const read = await creator.client.call(getRequestTerms);
    const { won, refusals } = await outcomes(
      rounds.map((word) => edit({ declines: `No covers. ${word}.`, version: read.version })),
    );
    expect(won).toBe(1);
    const saved = await creator.client.call(getRequestTerms);
    const { version, ...fields } = saved;
    for (const refusal of refusals) expect(refusal.current).toEqual({ version, fields });
    expect(await edit({ minimumGoal: 50_00, version })).toMatchObject({
      minimumGoal: 50_00,
      declines: saved.declines,
    });
    await expect(edit({ minimumGoal: null, declinesBelowMinimum: true })).rejects.toMatchObject({
      fields: { minimumGoal: 'Enter the smallest goal that you accept' },
    });
  });
});
