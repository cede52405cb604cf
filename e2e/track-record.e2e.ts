import { beforeAll, describe, expect, it } from 'vitest';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let ada: Member;
let creator: CreatorMember;
beforeAll(async () => {
  const { site } = stage;
  [ada, creator] = await Promise.all([site.member('ada'), site.creator()]);
});

describe('the track record of a creator', () => {
  it('starts honestly, and is reached from the user profile', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await goTo(page, `/user/${creator.username}`);
    await waitForText(page, 'makes what fans ask for');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'View creator page' }).click();
    await page.waitForURL(`**/creator/${creator.username.toLowerCase()}`);
    await waitForText(page, 'New creator: no requests answered yet.');
  });

  it('counts the requests that the creator answers', async () => {
    const { site } = stage;
    const pool = await site.newPool(ada, creator, { title: 'A waltz for the night bus', fundingGoal: 30_00 });
    await site.pledge(ada, pool, 30_00);
    await site.accept(creator, pool);
    await site.poolIs(pool.id, 'in_production');
    const page = await stage.window({ width: 768 });
    await goTo(page, `/creator/${creator.username.toLowerCase()}`);
    const record = page.getByRole('region', { name: 'Track record' });
    await record.getByText('1 of 1').waitFor();
    await record.getByText('None yet').waitFor();
    expect(await axe(page)).toEqual([]);
  });
});
