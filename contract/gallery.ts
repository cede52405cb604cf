import { z } from 'zod';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { contentFile } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { byUuid } from './pools/pools.ts';

/** A delivered file that its creator shows to everyone. */
export const galleryItem = z.object({
  file: contentFile,
  /** Captions of a video. */
  captions: z.array(contentFile),
  pool: z.object({ title: z.string(), path: z.string() }),
});
export type GalleryItem = z.infer<typeof galleryItem>;

export const listGallery = endpoint({
  method: 'GET',
  path: '/api/creators/:username/gallery',
  summary: 'List the delivered files that a creator shows to everyone, newest first',
  who: 'anyone',
  scope: 'pools:read',
  params: z.object({ username: z.string().max(50) }),
  query: z.object({ page: pageNumber }),
  output: z.object({ items: z.array(galleryItem), pagination }),
});

export const publishFile = endpoint({
  method: 'POST',
  path: '/api/content-files/:id/public',
  summary: 'Show a file of a completed pool to everyone, as its creator; the captions of a video follow it',
  who: 'user',
  params: byUuid,
  output: z.object({ public: z.boolean() }),
  errors: ['not_your_request', 'pool_state', 'pool_frozen'],
});
export const unpublishFile = endpoint({
  method: 'DELETE',
  path: '/api/content-files/:id/public',
  summary: 'Make a public file private again, as its creator',
  who: 'user',
  params: byUuid,
  output: z.object({ public: z.boolean() }),
  errors: ['not_your_request'],
});
