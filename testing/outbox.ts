import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestApp } from './app.ts';

/** Reads the emails in the app's outbox folder, oldest first, optionally only to one address. Runs due jobs first. */
export async function readOutbox(app: TestApp, to?: string): Promise<Email[]> {
  await app.settle();
  const folder = join(app.context.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  files.sort((a, b) => a.at - b.at);
  const mails = await Promise.all(files.map(async ({ path }) => PostalMime.parse(await readFile(path))));
  return mails.filter((mail) => to === undefined || mail.to?.some(({ address }) => address === to));
}

/** The token of the newest mailed link to `path`. Throws if there is none. */
export async function mailedToken(app: TestApp, to: string, path: string): Promise<string> {
  for (const { text = '' } of (await readOutbox(app, to)).reverse()) {
    const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1];
    if (token) return token;
  }
  throw new Error(`no link to ${path} was mailed to ${to}`);
}
