import sharp from 'sharp';
import { uploadImage } from '#contract/media.ts';
import type { Member } from './http-site.ts';

/** Uploads a small picture of one color. */
export async function uploadPicture(who: Member, background: string): Promise<{ id: string; url: string }> {
  const data = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)], { type: 'image/png' }), 'picture.png');
  return who.client.form(uploadImage, form);
}
