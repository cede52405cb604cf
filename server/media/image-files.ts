import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import { type RawRoutes, rawContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { avifFileKey, imageFileKey, imageUrl, parseImageFile } from './image-url.ts';
import { imageUsesOf } from './image-uses.ts';
import { findImageUse } from './images.sql.ts';
import { isBehindAgeGate, isForEveryone, isLocked } from './policy.ts';
import { sendStoredFile } from './send-stored-file.ts';

/**
 * Checks access to a picture and chooses its caching headers. A picture that is visible to everyone is cached publicly and forever,
 * because a key never changes its picture. An adult picture may be cached only privately and must be revalidated each time. The same
 * applies to an unused picture, which may yet be used in an adult pool, and to a picture that is not for everyone. Throws not_found, and age_gate for viewers who have not
 * passed the age gate, except admins and the picture's owner.
 */
async function cachingOf(context: Platform, request: FastifyRequest, key: string) {
  const { db, hooks } = context;
  const viewer = await rawContext(request);
  const use = await findImageUse(db.sql, imageUsesOf(hooks), {
    key,
    url: imageUrl(key),
    viewerId: viewer.actor?.userId ?? null,
  });
  const isAdmin = viewer.actor?.role === 'admin';
  if (!use || (use.withheld && !isAdmin) || isLocked(use, viewer)) throw appError('not_found');
  if (isBehindAgeGate(use, viewer)) assertNotAgeGated(context.config, viewer, use);
  // A CDN asks again after five minutes, because a picture may be withheld or removed.
  return isForEveryone(use)
    ? { cacheControl: 'public, max-age=31536000, s-maxage=300, immutable', vary: 'Accept' }
    : { cacheControl: 'private, no-cache', vary: 'Accept, Cookie' };
}

/** Serves stored pictures. Their URLs cannot be guessed. Adult pictures require the age gate. */
export function imageFiles(context: Platform): RawRoutes {
  return (app: FastifyInstance) => {
    app.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url: '/media/images/:file',
      handler: async (request, reply) => {
        const image = parseImageFile(request.params.file);
        if (!image) throw appError('not_found');
        const { vary, ...shared } = await cachingOf(context, request, image.key);
        reply.header('Vary', vary);
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
        const fileKey = imageFileKey(image.key, image.width);
        // A picture that is narrower than the requested width has no such copy.
        const isCopyMissing = image.width !== null && (await context.files.stat(fileKey)) === null;
        const key = isCopyMissing ? imageFileKey(image.key) : fileKey;
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
