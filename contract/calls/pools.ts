import type * as pools from '../pools/pools.ts';
import { get, patch, post } from './make-call.ts';

export const listPools = get<typeof pools.listPools>('/api/pools', 'Failed to fetch pools');
export const countPools = get<typeof pools.countPools>('/api/pools/total-count');
export const getPool = get<typeof pools.getPool>('/api/pools/:id');
export const resolvePool = get<typeof pools.resolvePool>('/api/pools/resolve');
export const createPool = post<typeof pools.createPool>('/api/pools');
export const editPool = patch<typeof pools.editPool>('/api/pools/:id');
export const cancelPool = post<typeof pools.cancelPool>('/api/pools/:id/cancel');
export const acceptPool = post<typeof pools.acceptPool>('/api/pools/:id/accept');
export const declinePool = post<typeof pools.declinePool>('/api/pools/:id/decline');
export const proceedWithPool = post<typeof pools.proceedWithPool>('/api/pools/:id/proceed');
export const giveUpPool = post<typeof pools.giveUpPool>('/api/pools/:id/give-up');
