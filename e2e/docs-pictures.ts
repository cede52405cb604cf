import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openBrowser, setTheme, type Theme } from '#testing/browser.ts';
import { shots } from './shot-list.ts';
import { findTargets, openShot, type Person, signInEveryone } from './shot-stage.ts';

interface DocsPicture {
  /** The name of a screen in shot-list.ts. */
  shot: string;
  who: Person;
  /** Instead of the path of the screen. */
  path?: string;
  theme: Theme;
  width: number;
}

/** The pictures of the README, which is also the first page of the documentation's site. */
const pictures: readonly DocsPicture[] = [
  { shot: 'feed', who: 'fan', theme: 'light', width: 1440 },
  { shot: 'pledge-sheet', who: 'visitor', theme: 'dark', width: 390 },
  { shot: 'pool-open', who: 'fan', theme: 'dark', width: 1440 },
  { shot: 'creator', who: 'visitor', theme: 'light', width: 1440 },
  { shot: 'chat', who: 'fan', path: '/browse-tip-pools?categories=Comedy', theme: 'light', width: 1440 },
  { shot: 'admin-delivery', who: 'admin', theme: 'dark', width: 1440 },
];

const folder = 'docs/pictures';
const quality = 76;

/** Runs in the page: a picture needs no space for a scroll bar. */
function hideScrollBarGutter(): void {
  document.documentElement.style.scrollbarGutter = 'auto';
}

/** Takes the first screen of each picture, as WebP in docs/pictures. */
export async function makeDocsPictures(url: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const people = await signInEveryone(url);
  const targets = await findTargets(people);
  const browser = await openBrowser(url);
  for (const { shot: name, who, path, theme, width } of pictures) {
    const shot = shots.find((each) => each.name === name && each.who.includes(who));
    if (!shot) throw new Error(`there is no screen ${name} for ${who}`);
    const phone = width < 700;
    const page = await browser.window({ as: { client: people[who] }, width, height: phone ? 844 : 960, phone });
    await openShot(page, shot, path ?? shot.path(targets));
    await setTheme(page, theme);
    await page.evaluate(hideScrollBarGutter);
    // Away from the button that opened the screen, so that nothing is hovered.
    await page.mouse.move(0, 0);
    const png = await page.screenshot();
    const file = join(folder, `${name}.webp`);
    const webp = await sharp(png).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    await writeFile(file, webp);
    console.log(`${file}: ${Math.round(webp.length / 1024)} KB`);
    await page.context().close();
  }
  await browser.close();
}
