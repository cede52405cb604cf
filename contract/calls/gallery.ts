import type * as gallery from '../gallery.ts';
import { get, post, remove } from './make-call.ts';

export const listGallery = get<typeof gallery.listGallery>('/api/creators/:username/gallery');
export const publishFile = post<typeof gallery.publishFile>('/api/content-files/:id/public');
export const unpublishFile = remove<typeof gallery.unpublishFile>('/api/content-files/:id/public');
