import type { FastifyInstance } from 'fastify';
import { appError } from '#contract/errors.ts';
import type { RawRoutes } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { imageFileKey, parseImageFile } from './image-url.ts';
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
        const wanted = imageFileKey(image.key, image.width);
        // A picture that is narrow already has no smaller copy.
        const isCopyMissing = image.width !== null && (await context.files.stat(wanted)) === null;
        const key = isCopyMissing ? imageFileKey(image.key) : wanted;
        if ((await context.files.stat(key)) === null) throw appError('not_found');
        return sendStoredFile(context, request, reply, {
          key,
          etag: `"${image.key}-${image.width ?? 'full'}"`,
          contentType: 'image/webp',
          cacheControl: 'public, max-age=31536000, immutable',
        });
      },
    });
  };
}
