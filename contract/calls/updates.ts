import type * as updates from '../updates.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listUpdates = get<typeof updates.listUpdates>('/api/pools/:id/updates', 'Failed to fetch updates');
export const postUpdate = post<typeof updates.postUpdate>('/api/pools/:id/updates');
export const editUpdate = patch<typeof updates.editUpdate>('/api/updates/:id');
export const deleteUpdate = remove<typeof updates.deleteUpdate>('/api/updates/:id');
export const likeUpdate = post<typeof updates.likeUpdate>('/api/updates/:id/like');
export const unlikeUpdate = remove<typeof updates.unlikeUpdate>('/api/updates/:id/like');
export const listUpdateComments = get<typeof updates.listUpdateComments>('/api/updates/:id/comments');
export const addUpdateComment = post<typeof updates.addUpdateComment>('/api/updates/:id/comments');
