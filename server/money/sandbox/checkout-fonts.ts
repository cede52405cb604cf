import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** The product's faces, as the pages of the product have them. */
const files: Record<string, string> = {
  'text.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'display.woff2': '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
};

/** Type for the hosted page, which stands alone: nothing of it comes from the build. */
export function serveCheckoutFonts(app: FastifyInstance): void {
  for (const [name, file] of Object.entries(files)) {
    let content: Promise<Buffer> | undefined;
    app.get(`/sandbox/fonts/${name}`, async (_request, reply) => {
      content ??= readFile(require.resolve(file));
      return reply
        .header('Cache-Control', 'public, max-age=86400')
        .type('font/woff2')
        .send(await content);
    });
  }
}
