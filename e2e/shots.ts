import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, setTheme, type Theme } from '#testing/browser.ts';
import { contactSheet } from './contact-sheet.ts';
import { makeDocsPictures } from './docs-pictures.ts';
import type { Role } from './screens.ts';
import { type Shot, shotWidths } from './shot.ts';
import { shots } from './shot-list.ts';
import { findTargets, openShot, type Person, signInEveryone, withDemo } from './shot-stage.ts';

/**
 * Takes screenshots of every screen for every role at three widths in both themes: `npm run shots`, or `npm run shots -- fan/pool 390`
 * for screens with this text in their name at one width. Writes the pictures and a page with all of them to shots/. A full run moves the
 * pictures of the one before to shots-before/, and the page begins with the screens that changed.
 * `npm run shots -- --docs` makes only the pictures of the README (docs-pictures.ts).
 */
const folder = 'shots';
const before = 'shots-before';
const themes: readonly Theme[] = ['light', 'dark'];

async function photograph(page: Page, shot: Shot, path: string, width: number, role: Role): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
  await openShot(page, shot, path);
  const files: string[] = [];
  // A picture of the whole page shows fixed parts where the page is scrolled to.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const theme of themes) {
    await setTheme(page, theme);
    const file = `${role}/${shot.name}-${width}-${theme}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: !(await page.getByRole('dialog').count()) });
    files.push(file);
  }
  await setTheme(page, 'light');
  return files;
}

interface Wanted {
  name: string;
  widths: readonly number[];
}

async function photographAll(url: string, wanted: Wanted): Promise<{ files: string[]; faults: string[] }> {
  const people = await signInEveryone(url);
  const targets = await findTargets(people);
  const browser = await openBrowser(url);
  const files: string[] = [];
  const faults: string[] = [];
  for (const person of Object.keys(people) as Person[]) {
    const role: Role = person === 'debtor' ? 'fan' : person;
    const own = shots.filter(({ who, name }) => who.includes(person) && `${role}/${name}`.includes(wanted.name));
    for (const width of wanted.widths) {
      const page = await browser.window({ as: { client: people[person] }, width, phone: width < 700 });
      for (const shot of own.filter(({ widths = shotWidths }) => widths.includes(width))) {
        try {
          files.push(...(await photograph(page, shot, shot.path(targets), width, role)));
        } catch (error) {
          faults.push(`${role}/${shot.name} at ${width}: ${String(error).split('\n')[0]}`);
        }
        faults.push(...browser.takeFaults().filter((fault) => !fault.includes('status of 404')));
      }
      console.log(`${person} at ${width}`);
      await page.context().close();
    }
  }
  await browser.close();
  return { files, faults };
}

async function keepForComparison(): Promise<void> {
  if ((await stat(folder).catch(() => null)) === null) return;
  await rm(before, { recursive: true, force: true });
  await rename(folder, before);
}

async function main(): Promise<void> {
  if (process.argv[2] === '--docs') return withDemo(makeDocsPictures);
  const [name = '', width] = process.argv.slice(2);
  const wanted: Wanted = { name, widths: width ? [Number(width)] : shotWidths };
  if (!name && !width) await keepForComparison();
  for (const role of ['visitor', 'fan', 'creator', 'admin']) await mkdir(join(folder, role), { recursive: true });
  await withDemo(async (url) => {
    const { files, faults } = await photographAll(url, wanted);
    const isComparable = (await stat(before).catch(() => null)) !== null;
    const { html, changed } = await contactSheet(folder, isComparable ? before : undefined);
    await writeFile(join(folder, 'index.html'), html);
    const news = isComparable ? `, ${changed} screens changed since the last run` : '';
    console.log(`${files.length} pictures${news}, all on ${folder}/index.html`);
    if (faults.length > 0) {
      console.error(`Faults:\n${faults.join('\n')}`);
      process.exitCode = 1;
    }
  });
}

await main();
// Chromium still runs.
process.exit();
