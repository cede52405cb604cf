import type * as transparency from '../transparency.ts';
import { get } from './make-call.ts';

export const getTransparency = get<typeof transparency.getTransparency>('/api/transparency');
export const listLedgerRoots = get<typeof transparency.listLedgerRoots>('/api/transparency/roots');
export const getConsistency = get<typeof transparency.getConsistency>('/api/transparency/consistency');
export const getPaymentProof = get<typeof transparency.getPaymentProof>('/api/pledges/:id/proof');
