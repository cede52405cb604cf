import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setLatePledges } from '#contract/contributors.ts';
import { listNotifications } from '#contract/notifications.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { enterCard } from './people.ts';
import { setStage } from './stage.ts';
import { openTouchInput } from './touch-input.ts';

const stage = setStage();
const fileOf = (name: string) => fileURLToPath(new URL(`../server/demo/deliveries/${name}`, import.meta.url));

let fan: Member;
let creator: CreatorMember;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('lena'), site.creator()]);
  ({ pool } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]));
});

/** The fan's page of the pool, with its delivery. */
async function openDelivery(as: Member, width = 1280, phone = false): Promise<{ page: Page; delivered: Locator }> {
  const page = await stage.window({ as, width, phone });
  await goTo(page, `${pool.canonicalPath}`);
  return { page, delivered: page.locator('#delivered') };
}

describe('a delivery', () => {
  it('is measured in the creator’s browser while it uploads', async () => {
    const page = await stage.window({ as: creator });
    await goTo(page, `/dashboard?deliver=${pool.id}`);
    await page.getByRole('button', { name: 'Submit delivery' }).click();
    await waitForText(page, 'Add at least one file, text or link.');
    await page.locator('input[type=file]:focus').waitFor();
    const names = ['kettle-in-b-flat.mp3', 'one-tide.webm', 'one-tide.vtt', 'winter.webp', 'summer.webp', 'chords.txt'];
    await page.locator('input[type=file]').setInputFiles(names.map(fileOf));
    await page.getByRole('status').getByText('6 of 6 files uploaded').waitFor();
    await page.getByLabel('Note to the fans').fill('Mind the third verse.');
    await page.getByLabel(/^Text/).fill('Six hours up the harbor wall, six hours down again. '.repeat(30));
    await page.getByRole('button', { name: 'Submit delivery' }).click();
    await waitForText(page, 'Delivery submitted');
    const [song] = await stage.site.sql<{ durationMs: number; peaks: number[] }[]>`
      select duration_ms, peaks from uploads where name = 'kettle-in-b-flat.mp3'`;
    expect(Math.round((song?.durationMs ?? 0) / 1000)).toBe(20);
    expect(song?.peaks).toHaveLength(120);
    expect(Math.max(...(song?.peaks ?? []))).toBe(100);
    await stage.site.review(pool);
    await stage.site.app.settle();
    const [clip] = await stage.site.sql<{ ready: boolean }[]>`
      select f.preview_key is not null as ready from content_files f join uploads u on u.id = f.upload_id where u.name = 'one-tide.webm'`;
    expect(clip?.ready).toBe(true);
  });

  it('plays a song by keyboard: play, seek, pause, speed', async () => {
    const { page, delivered } = await openDelivery(fan);
    await delivered.getByText('Mind the third verse.').waitFor();
    await delivered.getByText('Made possible by 1 fan, including you').waitFor();
    const song = delivered.getByRole('figure', { name: 'kettle-in-b-flat' });
    const position = song.getByRole('slider', { name: 'Position in kettle-in-b-flat' });
    await position.focus();
    await page.keyboard.press('l');
    await expect.poll(() => position.getAttribute('aria-valuetext')).toBe('0:10 of 0:19');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => position.getAttribute('aria-valuetext')).toBe('0:05 of 0:19');
    await page.keyboard.press('k');
    await song.getByRole('button', { name: 'Pause: kettle-in-b-flat' }).waitFor();
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(5.2);
    await song.getByRole('button', { name: 'Pause: kettle-in-b-flat' }).focus();
    await page.keyboard.press(' ');
    await song.getByRole('button', { name: 'Play: kettle-in-b-flat' }).waitFor();
    await song.getByLabel('Speed').selectOption('1.5');
    await expect.poll(() => song.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
    expect(await song.locator('svg rect').count()).toBe(240);
  });

  it('plays a video with poster and captions, and only one player at a time', async () => {
    const { page, delivered } = await openDelivery(fan);
    const video = delivered.getByRole('figure', { name: 'one-tide' });
    expect(await video.locator('video').getAttribute('poster')).toContain('/preview');
    await video.getByRole('button', { name: 'Captions' }).focus();
    await page.keyboard.press('c');
    await expect.poll(() => video.getByRole('button', { name: 'Captions' }).getAttribute('aria-pressed')).toBe('true');
    await expect
      .poll(() => video.locator('video').evaluate((one: HTMLVideoElement) => one.textTracks[0]?.cues?.length))
      .toBe(4);
    const song = delivered.getByRole('figure', { name: 'kettle-in-b-flat' });
    await song.getByRole('button', { name: 'Play: kettle-in-b-flat' }).click();
    await song.getByRole('button', { name: 'Pause: kettle-in-b-flat' }).waitFor();
    await video.getByRole('button', { name: 'Play: one-tide' }).click();
    await song.getByRole('button', { name: 'Play: kettle-in-b-flat' }).waitFor();
  });

  it('shows pictures by keyboard: next, previous, close', async () => {
    const { page, delivered } = await openDelivery(fan);
    const picture = delivered.getByRole('button', { name: 'Enlarge winter.webp' });
    await picture.focus();
    await page.keyboard.press('Enter');
    const gallery = page.getByRole('dialog', { name: 'Pictures' });
    await gallery.getByText('1 of 2').waitFor();
    await page.keyboard.press('ArrowRight');
    await gallery.getByText('2 of 2').waitFor();
    await page.keyboard.press('ArrowLeft');
    await gallery.getByText('1 of 2').waitFor();
    await gallery.getByRole('button', { name: 'Zoom in' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await gallery.waitFor({ state: 'detached' });
    expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('shows pictures by touch: swipe, pinch, pull down', async () => {
    const { page, delivered } = await openDelivery(fan, 390, true);
    await delivered.getByRole('button', { name: 'Enlarge winter.webp' }).tap();
    const gallery = page.getByRole('dialog', { name: 'Pictures' });
    await gallery.getByText('1 of 2').waitFor();
    const fingers = await openTouchInput(page);
    await fingers.move([{ x: 320, y: 420 }], [{ x: 60, y: 420 }]);
    await gallery.getByText('2 of 2').waitFor();
    await fingers.move([{ x: 60, y: 420 }], [{ x: 320, y: 420 }]);
    await gallery.getByText('1 of 2').waitFor();

    const width = async () => (await gallery.locator('.yarl__slide_current img').boundingBox())?.width ?? 0;
    const before = await width();
    await fingers.move(
      [
        { x: 180, y: 420 },
        { x: 210, y: 420 },
      ],
      [
        { x: 60, y: 420 },
        { x: 330, y: 420 },
      ],
    );
    await expect.poll(width).toBeGreaterThan(before * 1.3);
    const zoomed = await width();
    await fingers.move(
      [
        { x: 100, y: 420 },
        { x: 290, y: 420 },
      ],
      [
        { x: 185, y: 420 },
        { x: 205, y: 420 },
      ],
    );
    await expect.poll(width).toBeLessThan(zoomed * 0.8);
    await gallery.getByRole('button', { name: 'Close' }).tap();
    await gallery.waitFor({ state: 'detached' });

    await delivered.getByRole('button', { name: 'Enlarge winter.webp' }).tap();
    await gallery.getByText('1 of 2').waitFor();
    await fingers.move([{ x: 195, y: 300 }], [{ x: 195, y: 760 }]);
    await gallery.waitFor({ state: 'detached' });
  });

  it('opens texts in a reading view', async () => {
    const { page, delivered } = await openDelivery(fan, 390);
    await delivered.getByRole('button', { name: 'Read it all' }).click();
    const reader = page.getByRole('dialog', { name: 'Text' });
    await reader.getByRole('button', { name: 'Larger text' }).click();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await reader.waitFor({ state: 'detached' });
    await delivered.getByRole('button', { name: 'Read chords.txt' }).click();
    await page.getByRole('dialog', { name: 'chords.txt' }).getByText('because it comes up short').waitFor();
  });

  it('lets a fan thank the creator, who gets a notice and can report it', async () => {
    const { page, delivered } = await openDelivery(fan);
    expect(await axe(page)).toEqual([]);
    await delivered.getByRole('button', { name: 'Send thank-you' }).click();
    await delivered.getByText('Write a few words first').waitFor();
    await delivered.getByRole('textbox', { name: /^Thank / }).fill('I sing it to the dog now.');
    await delivered.getByRole('button', { name: 'Send thank-you' }).click();
    await delivered.getByText(/^You thanked/).waitFor();
    await stage.site.app.settle();
    const { notifications } = await creator.client.call(listNotifications);
    expect(notifications.map(({ kind }) => kind)).toContain('thanked');

    const own = await openDelivery(creator);
    await own.delivered.getByText('1 thank-you').waitFor();
    await own.delivered.getByText('I sing it to the dog now.').waitFor();
    expect(await axe(own.page)).toEqual([]);
    await own.delivered.getByRole('button', { name: 'Report this thank-you' }).click();
    await own.page.getByRole('dialog').waitFor();
  });

  it('tells a late fan who left the payment page that paying charges the card at once', async () => {
    const late = await stage.site.member('late');
    await creator.client.call(setLatePledges, { params: { id: pool.id }, body: { allowed: true } });
    const { page } = await openDelivery(late);
    await waitForHydration(page);
    await page.getByRole('main').getByRole('button', { name: 'Pay $10', exact: true }).click();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await page.getByRole('heading', { level: 1, name: 'You haven’t paid yet' }).waitFor();
    await waitForText(page, 'Your card is charged as soon as you pay, and you get access to the delivery.');
    await page.getByRole('button', { name: 'Pay $10 now' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await goTo(page, '/my-account');
    await page.getByText('Not paid yet').waitFor();

    await goTo(page, pool.canonicalPath);
    const own = page.getByRole('region', { name: 'Your pledge' });
    await own.getByText('Your $10 pledge is not paid yet. Your card is charged as soon as you pay').waitFor();
    await waitForHydration(page);
    await own.getByRole('button', { name: 'Pay $10 now' }).click();
    await enterCard(page, cards.pays);
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
  });

  it('shows a fan their open objection instead of the button, also after a reload', async () => {
    const { page, delivered } = await openDelivery(fan);
    const button = delivered.getByRole('button', { name: 'Object' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Object to this delivery?' });
    await dialog.getByLabel('What is wrong?').fill('This is another song');
    await dialog.getByRole('button', { name: 'Object' }).click();
    const trace = delivered.getByText('You objected. An admin is reviewing it.');
    await trace.waitFor();
    await button.waitFor({ state: 'detached' });
    await page.reload();
    await trace.waitFor();
    expect(await button.count()).toBe(0);
  });

  it('offers no objection after the quiet period, and tells the creator about an open one', async () => {
    const { site } = stage;
    // Another fan's objection holds the pool.
    await site.sql`update objections set fan_id = ${site.admin.id} where pool_id = ${pool.id}`;
    await site.letTimePass(pool);
    const { delivered } = await openDelivery(fan);
    await delivered.getByText('Mind the third verse.').waitFor();
    expect(await delivered.getByRole('button', { name: 'Object' }).count()).toBe(0);
    const own = await stage.window({ as: creator });
    await goTo(own, '/dashboard');
    await waitForText(own, 'A fan objected to the delivery, and an admin is reviewing it.');
  });
});
