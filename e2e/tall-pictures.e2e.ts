import sharp from 'sharp';
import { expect, it } from 'vitest';
import { goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** A strip of colored bands with thin lines. Made of pixels, because a server in this process refuses to read SVG. */
const strip = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3);
  const bandHeight = height / 24;
  for (let y = 0; y < height; y += 1) {
    const band = Math.floor(y / bandHeight);
    const color = y % bandHeight < 1 ? [0, 0, 0] : [band * 10, 160, 255 - band * 10];
    pixels.fill(Buffer.from(color), y * width * 3, (y + 1) * width * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

it('shows a tall picture of a delivery folded, and scrolls it at full width', async () => {
  const { site } = stage;
  const [fan, creator] = await Promise.all([site.member('lena'), site.creator()]);
  const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]);
  const uploadIds = [await site.upload(creator, new Uint8Array(await strip(800, 12_000)), 'comic.png', 'image/png')];
  await site.deliver(creator, pool, { uploadIds });
  await site.review(pool);
  for (const width of [390, 1440]) {
    const page = await stage.window({ as: fan, width, height: 900, phone: width === 390 });
    await goTo(page, `/pool/${pool.id}`);
    const preview = page.getByRole('button', { name: 'Enlarge comic.png' });
    await preview.getByText('Show all').waitFor();
    const {
      fit,
      width: shown,
      height,
    } = await preview.locator('img').evaluate((image) => {
      const { objectFit: fit } = getComputedStyle(image);
      const { width, height } = image.getBoundingClientRect();
      return { fit, width, height };
    });
    expect(fit).toBe('cover');
    expect(shown).toBeGreaterThan(280);
    expect(height).toBeLessThan(800);
    if (width === 1440) await photographAll(page, 'tall-folded');
    await preview.click();
    const picture = page.locator('.lightbox-tall');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > 4 * clientHeight))
      .toBe(true);
    const imageWidth = await picture.locator('img').evaluate((image) => image.getBoundingClientRect().width);
    expect(imageWidth).toBeGreaterThan(350);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tall-open-${width}.png` });
    await picture.hover();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => picture.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await picture.waitFor({ state: 'detached' });
  }
});
