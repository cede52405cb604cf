import sharp from 'sharp';
import type { Drawing } from './draw-picture.ts';

// A process of its own: the reader of SVG is open here, and only here. What is drawn is ours; nothing of it comes from people
// but pictures that were decoded and encoded anew when they were stored.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

async function draw({ svg, photo, quick = false }: Drawing): Promise<Buffer> {
  const canvas = sharp(Buffer.from(svg));
  if (photo) {
    const { left, top, width, height } = photo;
    const input = await sharp(photo.data).resize({ width, height, fit: 'cover' }).toBuffer();
    canvas.composite([{ input, left, top }]);
  }
  return canvas
    .flatten({ background: '#1a0e19' })
    .jpeg({ quality: quick ? 93 : 86, mozjpeg: !quick, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

process.on('message', ({ id, drawing }: { id: number; drawing: Drawing }) => {
  draw(drawing).then(
    (picture) => process.send?.({ id, picture }),
    (error: unknown) => process.send?.({ id, fault: error instanceof Error ? error.message : 'unknown' }),
  );
});
process.on('disconnect', () => process.exit(0));
