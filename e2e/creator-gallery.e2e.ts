import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishFile } from '#contract/gallery.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { answerTo, axe, goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { shiftedSoFar } from './layout-shifts.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('lena'), site.creator()]);
  ({ pool } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]));
  const uploadOf = async (file: string, type: string) =>
    site.upload(
      creator,
      new Uint8Array(await readFile(new URL(`../server/demo/deliveries/${file}`, import.meta.url))),
      file,
      type,
    );
  const uploadIds = [
    await uploadOf('winter.webp', 'image/webp'),
    await uploadOf('kettle-in-b-flat.mp3', 'audio/mpeg'),
    await uploadOf('chords.txt', 'text/plain'),
  ];
  await site.deliver(creator, pool, { uploadIds });
  await site.review(pool);
  await site.letTimePass(pool);
  await site.poolIs(pool.id, 'completed');
});

const creatorPage = () => `/creator/${creator.username.toLowerCase()}`;

describe('the gallery of a creator', () => {
  it('is filled by the creator, who confirms each file', async () => {
    const page = await stage.window({ as: creator });
    await goTo(page, creatorPage());
    await waitForText(page, 'Show files of your completed pools to everyone');
    await goTo(page, pool.canonicalPath);
    const picker = page.getByRole('region', { name: 'Your gallery' });
    for (const name of ['winter', 'kettle-in-b-flat']) {
      await picker.getByRole('button', { name: `Show to everyone: ${name}` }).press('Enter');
      const dialog = page.getByRole('dialog', { name: `Show “${name}” to everyone?` });
      await dialog.getByText('including people who didn’t pay').waitFor();
      expect(await axe(page)).toEqual([]);
      const done = answerTo(page, publishFile);
      await dialog.getByRole('button', { name: 'Show to everyone' }).press('Enter');
      await done;
      await picker.getByRole('button', { name: `Make private: ${name}` }).waitFor();
    }
    await waitForText(page, '2 files shown to everyone');
    expect(await axe(page)).toEqual([]);
  });

  it('says why a file cannot be shown', async () => {
    const { sql } = stage.site;
    const page = await stage.window({ as: creator });
    await goTo(page, pool.canonicalPath);
    await sql`update content_claims set withheld_at = now() where pool_id = ${pool.id}`;
    stage.allow(/status of 409/);
    await page.getByRole('button', { name: 'Show to everyone: chords' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show to everyone' }).click();
    await waitForText(page, 'This delivery is disabled after a copyright notice.');
    await page.getByRole('button', { name: 'Show to everyone: chords' }).waitFor();
    const fans = await stage.window({ as: fan });
    await goTo(fans, pool.canonicalPath);
    const pledge = fans.getByRole('region', { name: 'Your pledge' }).filter({ visible: true });
    await pledge.getByText('The delivery is disabled after a copyright notice').waitFor();
    expect(await pledge.getByRole('link', { name: 'View the delivery' }).count()).toBe(0);
    await sql`update content_claims set withheld_at = null where pool_id = ${pool.id}`;
  });

  it('is open to visitors, also by keyboard, without layout shifts', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await goTo(page, creatorPage());
    const gallery = page.getByRole('region', { name: 'Gallery' });
    await gallery.getByRole('button', { name: 'Enlarge winter' }).press('Enter');
    await page.getByRole('dialog', { name: 'Pictures' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Pictures' }).waitFor({ state: 'detached' });
    await gallery.getByRole('button', { name: 'Play kettle-in-b-flat' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'kettle-in-b-flat' });
    await dialog.getByRole('button', { name: 'Play: kettle-in-b-flat' }).press('Enter');
    await dialog.getByRole('button', { name: 'Pause: kettle-in-b-flat' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(
      await gallery.getByRole('button', { name: 'Play kettle-in-b-flat' }).evaluate((at) => at.matches(':focus')),
    ).toBe(true);
    expect(await gallery.getByText('chords').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate(shiftedSoFar)).toBeLessThan(0.01);
  });

  it('loses a file at once that its creator takes back', async () => {
    const creators = await stage.window({ as: creator });
    await goTo(creators, pool.canonicalPath);
    await creators.getByRole('button', { name: 'Make private: winter' }).click();
    await creators.getByRole('button', { name: 'Show to everyone: winter' }).waitFor();
    const page = await stage.window();
    await goTo(page, creatorPage());
    const gallery = page.getByRole('region', { name: 'Gallery' });
    await gallery.getByRole('button', { name: 'Play kettle-in-b-flat' }).waitFor();
    expect(await gallery.getByRole('button', { name: 'Enlarge winter' }).count()).toBe(0);
    await goTo(page, pool.canonicalPath);
    await waitForText(page, 'Delivered to fans who paid');
  });
});
