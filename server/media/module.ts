import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { checkUploads } from './check-media.ts';
import { forgetOwner } from './forget-owner.ts';
import { imageFiles } from './image-files.ts';
import { imageProxyRoutes } from './image-proxy-routes.ts';
import { defineMediaJobs } from './jobs.ts';
import { mediaData } from './personal-data.sql.ts';
import { mediaRoutes } from './routes.ts';
import { uploadRoutes } from './upload-routes.ts';

/** Pictures and resumable uploads. */
export function mediaModule(context: Platform): Module {
  defineMediaJobs(context);
  context.facts.within('user.left', (tx, { userId }) => forgetOwner(context, tx, userId));
  return {
    routes: mediaRoutes(context),
    raw: [imageFiles(context), imageProxyRoutes(context), uploadRoutes(context)],
    personalData: mediaData,
    questions: [
      { name: 'every finished upload has its bytes on the disk, all of them', ask: () => checkUploads(context) },
    ],
  };
}
