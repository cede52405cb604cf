import sharp from 'sharp';
import type { SvgDrawing } from './render-svg.ts';

// This process alone can read SVG. It reads only what the server wrote, and photos that were re-encoded when they were stored.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

async function render({ svg, photo }: SvgDrawing): Promise<Buffer> {
  const canvas = sharp(Buffer.from(svg));
  if (photo) {
    const { left, top, width, height } = photo;
    const input = await sharp(photo.data).resize({ width, height, fit: 'cover' }).toBuffer();
    canvas.composite([{ input, left, top }]);
  }
  return canvas
    .flatten({ background: '#1a0e19' })
    .jpeg({ quality: 86, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

process.on('message', ({ id, drawing }: { id: number; drawing: SvgDrawing }) => {
  render(drawing).then(
    (jpeg) => process.send?.({ id, jpeg }),
    (error: unknown) => process.send?.({ id, failure: error instanceof Error ? error.message : 'unknown' }),
  );
});
process.on('disconnect', () => process.exit(0));
