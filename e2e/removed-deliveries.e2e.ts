import { beforeAll, describe, expect, it } from 'vitest';
import { goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

/** An admin who removes a completed pool decides about its delivery. */
const stage = setStage();
let owner: Member;
let anna: Member;
let creator: CreatorMember;

beforeAll(async () => {
  const { site } = stage;
  [owner, anna] = [await site.member('owner'), await site.member('anna')];
  creator = await site.creator();
});

describe('a completed pool that an admin removes', () => {
  const complete = async (title: string) => {
    const { site } = stage;
    const { pool } = await site.funded(owner, creator, [{ who: anna, cents: 30_00 }]);
    await site.sql`update pools set title = ${title} where id = ${pool.id}`;
    await site.deliver(creator, pool, { text: 'The words of the song' });
    await site.review(pool);
    await site.letTimePass(pool);
    await site.poolIs(pool.id, 'completed');
    return pool;
  };
  const removeInBrowser = async (title: string, choice: string) => {
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, `/admin/pools?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('radio', { name: choice }).check();
    await page.getByLabel('Reason').fill('It broke a rule.');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await stage.site.app.settle();
  };

  it('leaves the delivery with the fans who paid, if the admin decides so', async () => {
    const pool = await complete('A kept song');
    await removeInBrowser('A kept song', 'Fans who paid keep the delivery');
    const page = await stage.window({ as: anna });
    await goTo(page, pool.canonicalPath);
    await page.getByRole('heading', { level: 1, name: 'This pool was removed' }).waitFor();
    await waitForText(page, 'You keep the delivery, which is below.');
    await waitForText(page, 'The words of the song');
  });

  it('takes the delivery away if the admin decides so, and says so', async () => {
    const pool = await complete('A forbidden song');
    await removeInBrowser('A forbidden song', 'Take the delivery away');
    const page = await stage.window({ as: anna });
    await goTo(page, pool.canonicalPath);
    await waitForText(page, 'The delivery can no longer be opened.');
    expect(await page.content()).not.toContain('The words of the song');
  });
});
