import assert from 'node:assert/strict';
import sharp from 'sharp';
import { uploadImage } from '#contract/media.ts';
import type { TestClient } from '#testing/client.ts';

/** Uploads a file in two parts (tus protocol); returns its id. */
export async function uploadInTwoParts(
  client: TestClient,
  data: Uint8Array<ArrayBuffer>,
  filename: string,
  filetype: string,
): Promise<string> {
  const tus = { 'tus-resumable': '1.0.0' };
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const metadata = `filename ${encode(filename)},filetype ${encode(filetype)}`;
  const created = await client.raw('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(data.length), 'upload-metadata': metadata },
  });
  assert.equal(created.status, 201);
  const location = created.headers.get('location') ?? '';
  const half = Math.floor(data.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, data.length],
  ] as const) {
    const sent = await client.raw('PATCH', location, {
      headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      body: data.subarray(from, to),
    });
    assert.equal(sent.status, 204);
  }
  return location.split('/').at(-1) ?? '';
}

/** Uploads a small picture of one color. */
export async function uploadPicture(
  who: { client: TestClient },
  background: string,
): Promise<{ id: string; url: string }> {
  const data = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)], { type: 'image/png' }), 'picture.png');
  return who.client.form(uploadImage, form);
}
