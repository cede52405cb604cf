import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contactSheet } from './contact-sheet.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'contact-sheet-'));
});
afterEach(() => rm(root, { recursive: true }));

async function shoot(folder: string, name: string, background: string, mark?: string): Promise<void> {
  await mkdir(join(root, folder, 'fan'), { recursive: true });
  const picture = sharp({ create: { width: 390, height: 600, channels: 3, background } });
  const overlay = {
    input: { create: { width: 40, height: 40, channels: 3, background: mark ?? background } },
  } as const;
  await writeFile(join(root, folder, 'fan', name), await picture.composite([overlay]).png().toBuffer());
}

it('begins with the screens that changed since the earlier run, beside their earlier pictures', async () => {
  for (const folder of ['before', 'now']) {
    await shoot(folder, 'feed-390-light.png', '#ffffff');
    await shoot(folder, 'pool-390-light.png', '#ffffff', folder === 'now' ? '#000000' : '#ffffff');
  }
  await shoot('now', 'saved-390-light.png', '#ffffff');
  const { html, changed } = await contactSheet(join(root, 'now'), join(root, 'before'));
  expect(changed).toBe(2);
  const order = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, screen]) => screen);
  expect(order).toEqual(['fan/pool', 'fan/saved', 'fan/feed']);
  expect(html).toContain('Changed since the last run: 2 of 3 screens');
  expect(html).toContain('390 light, changed: before and after');
  expect(html).toContain('390 light, new');
});

it('takes slightly different pixels for the same picture', async () => {
  await shoot('before', 'feed-390-light.png', '#ffffff');
  await shoot('now', 'feed-390-light.png', '#fefdfe');
  expect((await contactSheet(join(root, 'now'), join(root, 'before'))).changed).toBe(0);
});

it('shows all screens without an earlier run', async () => {
  await shoot('now', 'feed-390-light.png', '#ffffff');
  const { html, changed } = await contactSheet(join(root, 'now'));
  expect([changed, html.includes('Changed since')]).toEqual([0, false]);
  expect(html).toContain('<h2>fan/feed</h2>');
});
