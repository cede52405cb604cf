import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#server/platform/postgres/db.ts';

const password = 'correct horse 9';
const tus = { 'tus-resumable': '1.0.0' };

/** Signs in and returns the session cookie. */
export async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Uploads a file in one part. Returns its id and SHA-256. */
export async function upload(url: string, cookie: string, content: Buffer): Promise<{ id: string; sha256: string }> {
  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...tus, cookie, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const created = await send('POST', '/api/uploads', { 'upload-length': String(content.length) });
  const id = created.headers.get('location')?.split('/').at(-1) ?? '';
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sent = await send('PATCH', `/api/uploads/${id}`, headers, content);
  if (sent.status !== 204) throw new Error(`upload: ${created.status} ${sent.status} ${await sent.text()}`);
  return { id, sha256: sha256(content) };
}

export async function deleteUpload(url: string, cookie: string, id: string): Promise<void> {
  await fetch(`${url}/api/uploads/${id}`, { method: 'DELETE', headers: { ...tus, cookie } });
}

/** The SHA-256 of every finished upload of the database, by id. */
export async function hashUploads(sql: Sql, dataDir: string): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; key: string }[]>`select id, key from uploads where completed_at is not null`;
  const hashes = rows.map(async ({ id, key }) => [id, sha256(await readFile(join(dataDir, 'files', key)))] as const);
  return new Map(await Promise.all(hashes));
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
