/**
 * Renders the film of the landing page from its drawings, with captions and music, to web/landing/film/:
 *     FFMPEG_PATH=/path/to/ffmpeg node scripts/media/make-film.ts
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import { chromiumArgs, findChromium } from '#testing/chromium.ts';
import { encode, plain } from './encode.ts';
import { filmSeconds, sceneAt, scenes } from './film.ts';
import { pieces, play, wavOf } from './melodies.ts';

const fps = 24;
const scale = 1.5;
const size = { width: 640, height: 360 };
const target = join(import.meta.dirname, '../../web/landing/film');
const scratch = await mkdtemp(join(tmpdir(), 'fanfare-film-'));

type Scenes = { drawings: readonly FunctionComponent<{ t: number }>[] };

async function loadDrawings(): Promise<Scenes['drawings']> {
  const file = join(import.meta.dirname, 'film-scenes.tsx');
  const { module } = await runnerImport<Scenes>(file, {
    configFile: false,
    oxc: { jsx: { runtime: 'automatic' } },
  });
  return module.drawings;
}

async function fontFace(family: string, pkg: string, file: string): Promise<string> {
  const path = createRequire(import.meta.url).resolve(`${pkg}/files/${file}`);
  const data = (await readFile(path)).toString('base64');
  return `@font-face { font-family: "${family}"; font-weight: 200 900; src: url(data:font/woff2;base64,${data}); }`;
}

async function openStage(page: Page): Promise<void> {
  const fonts = [
    await fontFace('Figtree', '@fontsource-variable/figtree', 'figtree-latin-wght-normal.woff2'),
    await fontFace(
      'Bricolage Grotesque',
      '@fontsource-variable/bricolage-grotesque',
      'bricolage-grotesque-latin-wght-normal.woff2',
    ),
  ];
  const css = await readFile(join(import.meta.dirname, 'film-scenes.css'), 'utf8');
  await page.setContent(`<style>${fonts.join('\n')}
    :root { --font-text: Figtree, sans-serif; --font-display: "Bricolage Grotesque", sans-serif; }
    body { margin: 0; background: radial-gradient(circle at 50% 120%, oklch(0.42 0.11 325), oklch(0.2 0.045 325) 70%); }
    svg { display: block; width: 640px; height: 360px; font-family: var(--font-text); }
    ${css}</style><svg viewBox="0 0 640 360"><text class="film-title">a</text><text>a</text></svg>`);
  await page.evaluate('document.fonts.ready.then(() => true)');
}

/** Every frame as a PNG. */
async function* drawFrames(page: Page): AsyncGenerator<Buffer> {
  const drawings = await loadDrawings();
  for (let frame = 0; frame < filmSeconds * fps; frame += 1) {
    const seconds = frame / fps;
    const scene = sceneAt(seconds);
    const drawing = drawings[scene];
    if (!drawing) throw new Error(`scene ${scene} has no drawing`);
    const t = seconds - (scenes[scene]?.from ?? 0);
    const svg = createElement('svg', { viewBox: '0 0 640 360' }, createElement(drawing, { t }));
    await page.locator('svg').evaluate((svg, markup) => {
      (svg as unknown as { outerHTML: string }).outerHTML = markup;
    }, renderToStaticMarkup(svg));
    yield await page.screenshot({ type: 'png' });
  }
}

const timeOf = (seconds: number) => `00:${String(Math.floor(seconds)).padStart(2, '0')}.000`;

function captions(): string {
  const cues = scenes.map(({ from, to, caption }) => `${timeOf(from)} --> ${timeOf(to)}\n${caption}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
try {
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'film.vtt'), captions());
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale });
  await openStage(page);
  const master = join(scratch, 'film.mkv');
  const wav = join(scratch, 'film.wav');
  await writeFile(wav, wavOf(play(pieces.film)));
  await encode(
    ['-f', 'image2pipe', '-c:v', 'png', '-r', `${fps}`, '-i', '-', '-c:v', 'ffv1', master],
    drawFrames(page),
  );
  const input = ['-i', master, '-i', wav, '-t', `${filmSeconds}`, '-pix_fmt', 'yuv420p'];
  const fade = ['-af', `volume=0.6,afade=t=out:st=${filmSeconds - 2}:d=2`];
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-g', '240', '-cpu-used', '2', '-row-mt', '1'];
  await encode([...input, ...fade, ...vp9, '-c:a', 'libopus', '-b:a', '48k', ...plain, join(target, 'film.webm')]);
  const h264 = ['-c:v', 'libx264', '-crf', '25', '-preset', 'slow', '-profile:v', 'high', '-movflags', '+faststart'];
  await encode([...input, ...fade, ...h264, '-c:a', 'aac', '-b:a', '64k', ...plain, join(target, 'film.mp4')]);
  await encode(['-ss', '12.5', '-i', master, '-frames:v', '1', join(scratch, 'poster.png')]);
  const { default: sharp } = await import('sharp');
  await sharp(join(scratch, 'poster.png')).webp({ quality: 80 }).toFile(join(target, 'poster.webp'));
} finally {
  await browser.close();
  await rm(scratch, { recursive: true, force: true });
}
