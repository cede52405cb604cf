import sharp from 'sharp';
import { expect, it } from 'vitest';
import { reencodeImage } from './reencode-image.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

it('decodes a small picture before large ones that came earlier', async () => {
  const [photo, avatar] = await Promise.all([picture(5000, 4000), picture(64, 64)]);
  const finished: string[] = [];
  const reencode = (name: string, data: Buffer) => reencodeImage(data, 200).then(() => finished.push(name));
  const photos = ['first photo', 'second photo'].map((name) => reencode(name, photo));
  await Promise.all([...photos, reencode('avatar', avatar)]);
  // Which of the photos comes first depends on whose size is read first.
  expect(finished[0]).toBe('avatar');
  expect(finished).toHaveLength(3);
});
