import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { openDirectConversation, openPoolConversation } from '#contract/chat/chat.ts';
import { conversationPath } from '#contract/paths.ts';
import { axe, goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { choose, field, log, messageWith, say } from './chat-window.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let mara: Member;
let theo: Member;
let direct: string;
let poolChat: string;

beforeAll(async () => {
  const { site } = stage;
  [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  const { id } = await mara.client.call(openDirectConversation, { body: { otherUserId: theo.id } });
  direct = conversationPath(id);
  const pool = await site.newPool(mara, null, { title: 'A song about the harbour' });
  const opened = await Promise.all(
    [mara, theo].map(({ client }) => client.call(openPoolConversation, { body: { poolId: pool.id } })),
  );
  poolChat = conversationPath(opened[0]?.conversationId ?? '');
});

/** A picture with a gradient from this color, so that its edges show on a photograph of the screen. */
function picture(width: number, height: number, [red, green, blue]: Color): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const share = ((at % width) / width + Math.floor(at / width) / height) / 2;
    pixels.set([red + (250 - red) * share, green + (190 - green) * share, blue + (60 - blue) * share], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

type Color = readonly [number, number, number];
const colors = {
  teal: [15, 118, 110],
  violet: [124, 58, 237],
  blue: [29, 78, 216],
  pink: [190, 24, 93],
  brown: [180, 83, 9],
} as const;

interface TestFile {
  name: string;
  type: string;
  data: Buffer;
}

const png = async (name: string, width: number, height: number, color: Color): Promise<TestFile> => ({
  name,
  type: 'image/png',
  data: await picture(width, height, color),
});

const gif: TestFile = { name: 'dance.gif', type: 'image/gif', data: Buffer.from('GIF89a and more') };

/** A data transfer in the page, as a paste or a drop has it. */
const transferOf = (page: Page, files: readonly TestFile[]) =>
  page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ data, ...file }) => ({ ...file, base64: data.toString('base64') })),
  );

async function paste(page: Page, ...files: TestFile[]): Promise<void> {
  const clipboardData = await transferOf(page, files);
  await field(page).evaluate(
    (area, data) =>
      area.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data as DataTransfer, bubbles: true, cancelable: true }),
      ),
    clipboardData,
  );
}

/** Drops a file. Returns whether the page kept the browser from opening it. */
async function dropsSafely(page: Page, file: TestFile): Promise<boolean> {
  const transfer = await transferOf(page, [file]);
  return log(page).evaluate((target, given) => {
    const options = { dataTransfer: given as DataTransfer, bubbles: true, cancelable: true };
    return ['dragover', 'drop'].every((type) => !target.dispatchEvent(new DragEvent(type, options)));
  }, transfer);
}

async function drop(page: Page, ...files: TestFile[]): Promise<void> {
  const dataTransfer = await transferOf(page, files);
  await log(page).dispatchEvent('dragover', { dataTransfer });
  await page.getByText('Drop pictures to add them to your message').waitFor();
  await log(page).dispatchEvent('drop', { dataTransfer });
}

const tiles = (page: Page): Locator => page.getByRole('list', { name: 'Pictures to send' }).getByRole('listitem');
const ready = (page: Page, pictures: string) =>
  page.getByText(`${pictures} ready to send`).waitFor({ state: 'attached' });
const pictureFrom = (page: Page, name: string): Locator => log(page).getByRole('link', { name });

/** Waits until the picture is loaded, and returns its box, which was reserved before. */
async function loaded(link: Locator): Promise<{ width: number; height: number }> {
  const image = link.getByRole('img');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
  const box = await image.boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}

it('is pasted, previewed and sent without a text, and the other person sees and enlarges it', async () => {
  const hers = await stage.window({ as: mara });
  const his = await stage.window({ as: theo });
  await Promise.all([goTo(hers, direct), goTo(his, direct)]);
  await say(hers, 'This is the harbour');
  await messageWith(his, 'This is the harbour').waitFor();
  await paste(hers, await png('harbour.png', 1200, 800, colors.teal));
  await ready(hers, '1 picture');
  expect(await axe(hers)).toEqual([]);
  await field(hers).press('Enter');
  const received = pictureFrom(his, 'Picture from mara');
  const { width, height } = await loaded(received);
  expect([width, Math.abs(height - 213) <= 1]).toEqual([320, true]);
  await expect.poll(() => tiles(hers).count()).toBe(0);
  expect(await log(his).getByText('Picture', { exact: true }).count()).toBe(0);
  await received.press('Enter');
  await his.getByRole('img', { name: 'Picture from mara' }).last().waitFor();
  await his.getByRole('button', { name: 'Close' }).click();
  expect(await axe(his)).toEqual([]);

  // A text can be added to it and taken away again.
  const edited = log(his).getByText('The old one');
  await log(hers).getByRole('article').last().hover();
  await log(hers)
    .getByRole('article')
    .last()
    .getByRole('button', { name: /^More about/ })
    .click();
  await hers.getByRole('menuitem', { name: 'Edit' }).click();
  const editField = hers.getByRole('textbox', { name: 'Edited message' });
  await expect.poll(() => editField.inputValue()).toBe('');
  expect(await dropsSafely(hers, await png('other.png', 90, 90, colors.pink))).toBe(true);
  await editField.fill('The old one');
  await editField.press('Enter');
  await edited.waitFor();
  await choose(hers, 'The old one', 'Edit');
  await editField.fill('');
  await editField.press('Enter');
  await edited.waitFor({ state: 'detached' });
  await received.waitFor();
});

it('is dropped with others, and a failed upload keeps the text', async () => {
  stage.allow(/ERR_FAILED/);
  const hers = await stage.window({ as: mara });
  const his = await stage.window({ as: theo });
  await Promise.all([goTo(hers, poolChat), goTo(his, poolChat)]);
  await hers.getByText('Connecting to chat...').waitFor({ state: 'detached' });
  await field(hers).fill('The harbour, the boats and the sea');
  await drop(hers, await png('boats.png', 800, 800, colors.violet), gif);
  await hers.getByText('dance.gif: Only PNG, JPG, and WebP files are allowed').waitFor();
  await ready(hers, '1 picture');
  await photographAll(hers, 'failed');
  await hers.setViewportSize({ width: 1440, height: 900 });
  await hers.getByRole('button', { name: 'Send' }).click();
  await hers.getByText('To send your message, remove the picture that failed.').waitFor();
  expect(await field(hers).inputValue()).toBe('The harbour, the boats and the sea');
  await hers.getByRole('button', { name: 'Remove dance.gif' }).click();

  await hers.route('**/api/images', (route) => route.abort());
  await paste(hers, await png('sea.png', 600, 900, colors.blue));
  const retry = hers.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await hers.unroute('**/api/images');
  await paste(hers, await png('town.png', 900, 600, colors.teal));
  await ready(hers, '2 pictures');
  await retry.click();
  await ready(hers, '3 pictures');
  // The draft survives a reload. The picture that was uploaded last kept its place.
  await hers.reload();
  await ready(hers, '3 pictures');
  const heights = () =>
    tiles(hers)
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalHeight));
  await expect.poll(heights).toEqual([400, 600, 267]);
  await hers.getByRole('button', { name: 'Remove picture 3' }).waitFor();
  await hers.locator('input[type=file]').setInputFiles([
    { name: 'pier.png', mimeType: 'image/png', buffer: await picture(900, 600, colors.pink) },
    { name: 'more.png', mimeType: 'image/png', buffer: await picture(900, 600, colors.teal) },
  ]);
  await hers.getByText('A message can have up to 4 pictures.').waitFor();
  await ready(hers, '4 pictures');
  await photographAll(hers, 'tray');
  await hers.setViewportSize({ width: 1440, height: 900 });
  await hers.getByText('Connecting to chat...').waitFor({ state: 'detached' });
  await hers.getByRole('button', { name: 'Send' }).click();
  await messageWith(his, 'The harbour, the boats and the sea').waitFor();
  await loaded(pictureFrom(his, 'Picture 4 of 4 from mara'));
  expect(await field(hers).inputValue()).toBe('');
  await paste(hers, await png('poster.png', 400, 1600, colors.brown));
  await ready(hers, '1 picture');
  await field(hers).press('Enter');
  await loaded(pictureFrom(his, 'Picture from mara'));
  await photographAll(his, 'log');
});
