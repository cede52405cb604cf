import type * as operator from '../admin/operator.ts';
import type * as legalTexts from '../legal-texts.ts';
import type * as pageErrors from '../page-errors.ts';
import type * as transparency from '../transparency.ts';
import { get, post } from './make-call.ts';

export const getOperator = get<typeof operator.getOperator>('/api/operator');
export const contactOperator = post<typeof operator.contactOperator>('/api/contact');
export const getLegalText = get<typeof legalTexts.getLegalText>('/api/legal-texts');

export const reportPageError = post<typeof pageErrors.reportPageError>('/api/page-errors');

export const getTransparency = get<typeof transparency.getTransparency>('/api/transparency');
export const listLedgerRoots = get<typeof transparency.listLedgerRoots>('/api/transparency/roots');
export const getConsistency = get<typeof transparency.getConsistency>('/api/transparency/consistency');
export const getPaymentProof = get<typeof transparency.getPaymentProof>('/api/pledges/:id/proof');
