import { readFile } from 'node:fs/promises';

/** Reads a committed picture. `pictures/README.md` states their origin, sizes and license. */
export const readDemoPicture = (folder: 'covers' | 'people' | 'pools' | 'updates', file: string): Promise<Buffer> =>
  readFile(new URL(`./pictures/${folder}/${file}`, import.meta.url));
