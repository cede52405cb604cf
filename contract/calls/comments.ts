import type * as comments from '../comments.ts';
import { get, post, remove } from './make-call.ts';

export const listComments = get<typeof comments.listComments>('/api/pools/:id/comments');
export const addComment = post<typeof comments.addComment>('/api/pools/:id/comments');
export const listReplies = get<typeof comments.listReplies>('/api/comments/:id/replies');
export const deleteComment = remove<typeof comments.deleteComment>('/api/comments/:id');
export const likeComment = post<typeof comments.likeComment>('/api/comments/:id/like');
export const unlikeComment = remove<typeof comments.unlikeComment>('/api/comments/:id/like');
