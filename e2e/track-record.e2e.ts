import { beforeAll, describe, expect, it } from 'vitest';
import { editPool } from '#contract/pools/pools.ts';
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

describe('a request that changes while the creator reads it', () => {
  it('is accepted only after the creator was told to read the new text', async () => {
    const { site } = stage;
    const pool = await site.newPool(ada, creator, { title: 'A polka for the ferry' });
    const other = await site.newPool(ada, creator, { title: 'A tango for the tram', fundingGoal: 30_00 });
    const page = await stage.window({ as: creator });
    await goTo(page, `/dashboard?request=${pool.id}`);
    const dialog = page.getByRole('dialog', { name: pool.title });
    await dialog.waitFor();
    const answers: number[] = [];
    page.on('response', (response) => response.url().endsWith('/accept') && answers.push(response.status()));
    stage.allow(/status of 409/);
    const edit = (description: string) => ada.client.call(editPool, { params: { id: pool.id }, body: { description } });
    const accept = dialog.getByRole('button', { name: 'Accept', exact: true });
    const refusal = dialog.getByRole('alert').getByText('content changed after you opened it');

    await edit('Please make it an opera.');
    await accept.click();
    await refusal.waitFor();
    await dialog.getByText('Please make it an opera.').waitFor();

    await edit('Please make it a ballet.');
    // This request meets its goal, which reloads the dashboard behind the dialog.
    await site.pledge(ada, other, 30_00);
    await dialog.getByText('Please make it a ballet.').waitFor();
    await accept.click();
    await expect.poll(() => answers).toEqual([409, 409]);
    await refusal.waitFor();

    await accept.click();
    await waitForText(page, 'Cards are charged automatically when the goal is met.');
  });
});
