import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
}

const client = join(import.meta.dirname, '../dist/client');
const manifestFile = join(client, '.vite/manifest.json');

export const isBuilt = (): boolean => existsSync(manifestFile);

/** Size of every script that a browser needs before a page of the build is alive: the entry, the page and what they import. */
export async function firstLoadBytes(page: string): Promise<{ bytes: number; files: number }> {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(manifestFile, 'utf8'));
  const files = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) collect(next);
  };
  collect('web/entry-client.tsx');
  collect(page);
  let bytes = 0;
  for (const file of files) bytes += brotliCompressSync(await readFile(join(client, file))).length;
  return { bytes, files: files.size };
}
