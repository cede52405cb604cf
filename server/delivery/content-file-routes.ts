import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contentFileUrl, contentPreviewUrl } from '#contract/delivery.ts';
import { appError } from '#contract/errors.ts';
import { sendStoredFile } from '#server/media/send-stored-file.ts';
import { attachment } from '#server/media/uploads/upload-names.ts';
import { type Actor, type RawRoutes, rawContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findReadableFile } from './delivery.sql.ts';
import { isShown, type ReadableFile, sentType } from './delivery.ts';
import { logRead } from './log-read.ts';
import { mayReadFile, seesEveryDelivery } from './policy.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** No cache may store a file, so every request checks access. */
const cacheControl = 'private, no-store';

/** A player asks for many parts of a video; only the first one counts as an access. */
const isFirstPart = (range: string | undefined) => range === undefined || range.startsWith('bytes=0-');

type Asked = { Params: { id: string }; Querystring: { download?: string } };

/** Sends delivered files. Every request checks session and access, including each range of a video. */
export function contentFileRoutes(context: Platform): RawRoutes {
  const { sql } = context.db;

  async function readable(request: FastifyRequest<Asked>): Promise<{ file: ReadableFile; actor: Actor | null }> {
    const viewer = await rawContext(request);
    const { actor } = viewer;
    const file = uuid.test(request.params.id)
      ? await findReadableFile(sql, request.params.id, actor?.userId ?? null)
      : undefined;
    if (file && mayReadFile(viewer, file)) return { file, actor };
    // Visitors get the same answer for every file that they may not read, and for files that do not exist.
    if (!actor) throw appError('not_signed_in');
    throw appError(file ? 'content_locked' : 'not_found');
  }

  /** A refund, a sign-out and a file that is no longer public also cut a running download. */
  const stillAllowed = (request: FastifyRequest<Asked>, fileId: string) => {
    const { readContext } = request.fanfare;
    return async () => {
      const viewer = await readContext();
      const file = await findReadableFile(sql, fileId, viewer.actor?.userId ?? null);
      return file !== undefined && mayReadFile(viewer, file);
    };
  };

  return (app: FastifyInstance) => {
    app.route<Asked>({
      method: ['GET', 'HEAD'],
      url: contentFileUrl(':id'),
      handler: async (request, reply) => {
        const { file, actor } = await readable(request);
        const isContributor = actor && file.hasAccess && !seesEveryDelivery(actor, file);
        if (isContributor && request.method === 'GET' && isFirstPart(request.headers.range)) {
          await logRead(context, { userId: actor.userId, claimIds: [file.claimId], fileId: file.id });
        }
        const isSaved = !isShown(file.contentType) || request.query.download !== undefined;
        return sendStoredFile(context, request, reply, {
          key: file.key,
          etag: `"${file.id}-${file.sizeBytes}"`,
          contentType: sentType(file.contentType, file.name),
          cacheControl,
          ...(isSaved ? { disposition: attachment(file.name) } : {}),
          stillAllowed: stillAllowed(request, file.id),
        });
      },
    });
    app.route<Asked>({
      method: ['GET', 'HEAD'],
      url: contentPreviewUrl(':id'),
      handler: async (request, reply) => {
        const { file } = await readable(request);
        if (!file.previewKey) throw appError('not_found');
        return sendStoredFile(context, request, reply, {
          key: file.previewKey,
          etag: `"${file.id}-preview"`,
          contentType: 'image/webp',
          cacheControl,
        });
      },
    });
  };
}
