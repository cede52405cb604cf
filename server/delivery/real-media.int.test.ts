import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryStage } from '#testing/delivery-stage.ts';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.newPool());

const demoFile = (name: string) => readFile(new URL(`../demo/deliveries/${name}`, import.meta.url));
const rest = Buffer.alloc(2000);
const ftyp = (brand: string) =>
  Buffer.concat([Buffer.from('\0\0\0\x14ftyp', 'latin1'), Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'), rest]);
const wav = Buffer.concat([Buffer.from('RIFF\xd0\x07\0\0WAVEfmt ', 'latin1'), rest]);
const flac = Buffer.concat([Buffer.from('fLaC\0\0\0\x22', 'latin1'), rest]);
const opus = Buffer.concat([
  Buffer.from('OggS\0\x02', 'latin1'),
  Buffer.alloc(20),
  Buffer.from('\x01\x13OpusHead\x01', 'latin1'),
  rest,
]);
const picture = () => sharp({ create: { width: 64, height: 36, channels: 3, background: '#246' } });

type Case = [name: string, declared: string, data: () => Buffer | Promise<Buffer>, kind: string, type: string];
const recordings: Case[] = [
  ['voice.m4a', 'audio/x-m4a', () => ftyp('M4A '), 'audio', 'audio/mp4'],
  ['voice.m4a', '', () => ftyp('M4A '), 'audio', 'audio/mp4'],
  ['sound only.m4a', 'audio/x-m4a', () => ftyp('mp42'), 'audio', 'audio/mp4'],
  ['song.mp3', 'audio/mp3', () => demoFile('february-waltz.mp3'), 'audio', 'audio/mpeg'],
  ['song', '', () => demoFile('february-waltz.mp3'), 'audio', 'audio/mpeg'],
  ['take.wav', 'audio/vnd.wave', () => wav, 'audio', 'audio/wav'],
  ['take.flac', 'audio/x-flac', () => flac, 'audio', 'audio/flac'],
  ['take.opus', 'audio/opus', () => opus, 'audio', 'audio/ogg'],
  ['film.m4v', 'video/x-m4v', () => ftyp('M4V '), 'video', 'video/mp4'],
  ['film.mov', '', () => ftyp('qt  '), 'video', 'video/quicktime'],
  ['film.mp4', 'application/octet-stream', () => ftyp('isom'), 'video', 'video/mp4'],
  ['clip', '', () => demoFile('one-tide.webm'), 'video', 'video/webm'],
  ['voice.weba', 'audio/webm', () => demoFile('one-tide.webm'), 'audio', 'audio/webm'],
  ['photo.jfif', '', () => picture().jpeg().toBuffer(), 'image', 'image/jpeg'],
  ['photo.png', 'image/jpeg', () => picture().png().toBuffer(), 'image', 'image/png'],
  ['photo.webp', 'application/x-unknown', () => picture().webp().toBuffer(), 'image', 'image/webp'],
];

describe('the type of a delivered file', () => {
  it.each(recordings)('plays %s that a browser declares as "%s"', async (name, declared, data, kind, type) => {
    const url = await stage.deliver(await data(), name, declared);
    await stage.app.settle();
    const [file] = (await stage.read(stage.people.paid))[0]?.files ?? [];
    expect(file).toMatchObject({ name, kind, contentType: type });
    expect(file?.previewUrl === null).toBe(kind !== 'image');
    const response = await stage.people.paid.client.raw('GET', url);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBeNull();
  });

  it.each([
    ['vector.png', 'image/png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['song.mp3', 'audio/mpeg', 'PK\x03\x04\x14\0\0\0\0\0'],
  ])('sends %s with other bytes as a download', async (name, type, text) => {
    const url = await stage.deliver(Buffer.concat([Buffer.from(text, 'latin1'), rest]), name, type);
    const response = await stage.people.paid.client.raw('GET', url);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain('attachment');
  });
});
