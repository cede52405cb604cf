import type { FastifyInstance } from 'fastify';
import { appError } from '#contract/errors.ts';
import type { RawRoutes } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { avifFileKey, imageFileKey, parseImageFile } from './image-url.ts';
import { sendStoredFile } from './send-stored-file.ts';

/** Pictures for everyone who knows their address, which nobody can guess and which always means the same picture. */
export function imageFiles(context: Platform): RawRoutes {
  return (app: FastifyInstance) => {
    app.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url: '/media/images/:file',
      handler: async (request, reply) => {
        const image = parseImageFile(request.params.file);
        if (!image) throw appError('not_found');
        reply.header('Vary', 'Accept');
        const shared = { cacheControl: 'public, max-age=31536000, immutable' };
        const name = `${image.key}-${image.width ?? 'full'}`;
        const avif = avifFileKey(image.key, image.width);
        if (request.headers.accept?.includes('image/avif') && (await context.files.stat(avif)) !== null) {
          return sendStoredFile(context, request, reply, {
            ...shared,
            key: avif,
            etag: `"${name}-avif"`,
            contentType: 'image/avif',
          });
        }
        const wanted = imageFileKey(image.key, image.width);
        // A picture that is narrow already has no smaller copy.
        const isCopyMissing = image.width !== null && (await context.files.stat(wanted)) === null;
        const key = isCopyMissing ? imageFileKey(image.key) : wanted;
        if ((await context.files.stat(key)) === null) throw appError('not_found');
        return sendStoredFile(context, request, reply, {
          ...shared,
          key,
          etag: `"${name}"`,
          contentType: 'image/webp',
        });
      },
    });
  };
}
