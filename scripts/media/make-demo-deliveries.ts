/**
 * Makes the files that the demo's creators deliver (server/demo/deliveries/README.md):
 *     FFMPEG_PATH=/path/to/ffmpeg node scripts/media/make-demo-deliveries.ts
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { waveformOf } from '#web/creator-dashboard/waveform.ts';
import { harbor, seasonNames } from './drawings.ts';
import { encode, plain } from './encode.ts';
import { type Piece, pieces, play, sampleRate, wavOf } from './melodies.ts';

const target = join(import.meta.dirname, '../../server/demo/deliveries');
const scratch = await mkdtemp(join(tmpdir(), 'fanfare-media-'));

async function recordPiece(piece: Piece): Promise<string> {
  const wav = join(scratch, `${piece.file}.wav`);
  await writeFile(wav, wavOf(play(piece)));
  return wav;
}

/** The lengths and waveforms that a creator's browser would measure, by file name. */
const details: Record<string, { durationMs: number; peaks?: number[]; poster?: string }> = {};
const barCount = 120;

async function makeSong(piece: Piece): Promise<void> {
  const samples = play(piece);
  const durationMs = Math.round((samples.length / sampleRate) * 1000);
  details[`${piece.file}.mp3`] = { durationMs, peaks: waveformOf(samples, barCount) };
  const wav = await recordPiece(piece);
  await encode(['-i', wav, '-c:a', 'libmp3lame', '-b:a', '56k', ...plain, join(target, `${piece.file}.mp3`)]);
}

async function makePrint(season: (typeof seasonNames)[number], index: number): Promise<void> {
  const svg = harbor(season, { tide: index / 3, time: index * 1.3 });
  await sharp(Buffer.from(svg), { density: 96 })
    .resize(1280, 720)
    .webp({ quality: 78 })
    .toFile(join(target, `${season}.webp`));
}

async function makeSleeve(): Promise<void> {
  const drawing = join(import.meta.dirname, 'sleeve.svg');
  await sharp(drawing).resize(900, 900).webp({ quality: 80 }).toFile(join(target, 'sleeve.webp'));
}

const clip = { seconds: 12, fps: 24, width: 640, height: 360 };

async function* clipFrames(): AsyncGenerator<Buffer> {
  for (let frame = 0; frame < clip.seconds * clip.fps; frame += 1) {
    const time = frame / clip.fps;
    const tide = (1 - Math.cos((time / clip.seconds) * 2 * Math.PI)) / 2;
    const svg = harbor('summer', { tide, time });
    yield await sharp(Buffer.from(svg)).resize(clip.width, clip.height).removeAlpha().raw().toBuffer();
  }
}

async function makeClip(): Promise<void> {
  const wav = await recordPiece(pieces.shanty);
  const picture = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${clip.width}x${clip.height}`,
    '-r',
    `${clip.fps}`,
    '-i',
    '-',
  ];
  const vp9 = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '38', '-b:v', '0', '-g', '96', '-cpu-used', '2'];
  const opus = ['-c:a', 'libopus', '-b:a', '48k', '-t', `${clip.seconds}`];
  await encode([...picture, '-i', wav, ...vp9, ...opus, ...plain, join(target, 'one-tide.webm')], clipFrames());
  const frame = harbor('summer', { tide: 0.5, time: clip.seconds / 4 });
  const poster = 'one-tide-poster.webp';
  await sharp(Buffer.from(frame)).resize(clip.width, clip.height).webp({ quality: 78 }).toFile(join(target, poster));
  details['one-tide.webm'] = { durationMs: clip.seconds * 1000, poster };
}

try {
  for (const piece of [pieces.february, pieces.shanty, pieces.kettle]) await makeSong(piece);
  for (const [index, season] of seasonNames.entries()) await makePrint(season, index);
  await makeSleeve();
  await makeClip();
  await writeFile(join(target, 'details.json'), `${JSON.stringify(details)}\n`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
