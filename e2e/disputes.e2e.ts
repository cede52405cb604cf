import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

/** A disputed payment, as the fan and the admin see it. */
const stage = setStage();

const disputingCard = '4000 0000 0000 0259';
const list = `${paths.adminMoney}/disputes`;

describe('a disputed payment', () => {
  it('is answered by an admin with evidence, while the fan waits for the bank', async () => {
    const { town } = stage;
    const [creator, fan] = await Promise.all([town.creator(), town.member('disputer')]);
    const pool = await town.newPool(fan, creator, { fundingGoal: 30_00 });
    const pledge = await town.pledge(fan, pool, 30_00, disputingCard);
    await town.accept(creator, pool);
    await town.pledgeIs(fan, pledge.id, 'disputed');

    const theirs = await stage.window({ as: fan });
    await goTo(theirs, `/pool/${pool.id}`);
    await waitForText(theirs, 'Until the bank decides, this pledge is on hold');

    const page = await stage.window({ as: town.admin });
    await goTo(page, list);
    await page.getByRole('row').filter({ hasText: 'Evidence needed' }).getByRole('link').first().click();
    await waitForText(page, 'SHA-256 of these terms');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Submit evidence' }).click();
    const dialog = page.getByRole('dialog');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Submit evidence' }).click();
    await waitForText(page, 'An admin submitted the evidence.');
    await expect.poll(() => page.getByRole('button', { name: 'Submit evidence' }).count()).toBe(0);
  });
});
