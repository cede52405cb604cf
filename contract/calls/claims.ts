import type * as claims from '../claims.ts';
import { get, patch, post } from './make-call.ts';

export const claimPool = post<typeof claims.claimPool>('/api/pools/:id/claims');
export const claimCreator = post<typeof claims.claimCreator>('/api/creators/:username/claims');
export const getClaimCode = post<typeof claims.getClaimCode>('/api/creators/:username/claim-code');
export const checkClaimCode = post<typeof claims.checkClaimCode>('/api/creators/:username/claim-code/check');
export const listClaims = get<typeof claims.listClaims>('/api/admin/claims');
export const getClaim = get<typeof claims.getClaim>('/api/admin/claims/:id');
export const decideClaim = patch<typeof claims.decideClaim>('/api/admin/claims/:id');
