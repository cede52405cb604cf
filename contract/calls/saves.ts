import type * as saves from '../saves.ts';
import { get, patch, post, remove } from './make-call.ts';

export const savePool = post<typeof saves.savePool>('/api/pools/:id/save');
export const unsavePool = remove<typeof saves.unsavePool>('/api/pools/:id/save');
export const setPoolNews = patch<typeof saves.setPoolNews>('/api/pools/:id/save');
export const getSaveStatus = get<typeof saves.getSaveStatus>('/api/pools/:id/save-status');
export const listSavedPools = get<typeof saves.listSavedPools>('/api/user/saved-pools');
