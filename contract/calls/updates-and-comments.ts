import { msg } from '#contract/language/text.ts';
import type * as comments from '../comments.ts';
import type * as updates from '../updates.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listComments = get<typeof comments.listComments>('/api/pools/:id/comments');
export const addComment = post<typeof comments.addComment>('/api/pools/:id/comments');
export const listReplies = get<typeof comments.listReplies>('/api/comments/:id/replies');
export const deleteComment = remove<typeof comments.deleteComment>('/api/comments/:id');
export const likeComment = post<typeof comments.likeComment>('/api/comments/:id/like');
export const unlikeComment = remove<typeof comments.unlikeComment>('/api/comments/:id/like');

export const listUpdates = get<typeof updates.listUpdates>('/api/pools/:id/updates', msg`Failed to fetch updates`);
export const postUpdate = post<typeof updates.postUpdate>('/api/pools/:id/updates');
export const editUpdate = patch<typeof updates.editUpdate>('/api/updates/:id');
export const deleteUpdate = remove<typeof updates.deleteUpdate>('/api/updates/:id');
export const likeUpdate = post<typeof updates.likeUpdate>('/api/updates/:id/like');
export const unlikeUpdate = remove<typeof updates.unlikeUpdate>('/api/updates/:id/like');
export const listUpdateComments = get<typeof updates.listUpdateComments>('/api/updates/:id/comments');
export const addUpdateComment = post<typeof updates.addUpdateComment>('/api/updates/:id/comments');
