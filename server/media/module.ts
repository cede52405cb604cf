import type { RawCall } from '#server/platform/http/request-context.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { checkUploads } from './check-media.ts';
import { deleteOwnerMedia } from './delete-owner-media.ts';
import { imageFiles } from './image-files.ts';
import { imageProxyRoutes } from './image-proxy-routes.ts';
import { defineMediaJobs } from './jobs.ts';
import { mediaData } from './personal-data.sql.ts';
import { mediaRoutes } from './routes.ts';
import { forgetMissingUploads } from './uploads/remove-upload.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';

const upload = '/api/uploads/{id}';
const mediaCalls: readonly RawCall[] = [
  {
    method: 'get',
    path: '/api/image-proxy',
    summary: 'Get a small copy of a picture on another server: `url`, `w` and `h` in pixels, `fit`',
    who: 'anyone',
  },
  { method: 'post', path: '/api/uploads', summary: 'Start a resumable upload (tus 1.0)', who: 'creator' },
  { method: 'head', path: upload, summary: 'Get the progress of an upload (tus 1.0)', who: 'creator' },
  { method: 'patch', path: upload, summary: 'Send more bytes of an upload (tus 1.0)', who: 'creator' },
  { method: 'delete', path: upload, summary: 'Delete an upload (tus 1.0)', who: 'creator' },
];

/** Pictures, link previews, the image proxy and resumable uploads. */
export function mediaModule(context: Platform): Module {
  defineMediaJobs(context);
  context.facts.within('user.left', (tx, { userId }) => deleteOwnerMedia(context, tx, userId));
  return {
    routes: mediaRoutes(context),
    raw: [imageFiles(context), imageProxyRoutes(context), uploadRoutes(context)],
    rawCalls: mediaCalls,
    personalData: mediaData,
    afterRestore: (tx) => forgetMissingUploads(context, tx),
    invariants: [{ name: 'every finished upload has all its bytes', ask: () => checkUploads(context, context.db.sql) }],
  };
}
