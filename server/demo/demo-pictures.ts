import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/config/project.ts';

/** Reads a committed picture. `pictures/README.md` states their origin, sizes and license. */
export const readDemoPicture = (folder: 'covers' | 'people' | 'pools' | 'updates', file: string): Promise<Buffer> =>
  readFile(join(projectRoot, 'server/demo/pictures', folder, file));
