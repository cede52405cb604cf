import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { catalogueFolder } from './catalogues.ts';

const compressible = /\.(?:js|css|svg|json|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The hundreds of catalogues are 7 % larger than with the best quality, which would take 8 s of the first start. */
const qualityOf = (path: string) => (path.includes(catalogueFolder) ? 8 : 11);

/** Writes .br and .gz files next to every text file of the client build, so that the server never compresses an asset. */
export function precompress(): Plugin {
  return {
    name: 'fanfare:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(options) {
        const folder = options.dir ?? 'dist/client';
        for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !compressible.test(entry.name)) continue;
          const path = join(entry.parentPath, entry.name);
          const body = await readFile(path);
          if (body.length < 512) continue;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: qualityOf(path),
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          };
          await writeFile(`${path}.br`, await brotli(body, { params }));
          await writeFile(`${path}.gz`, await gzipAsync(body, { level: 9 }));
        }
      },
    },
  };
}
