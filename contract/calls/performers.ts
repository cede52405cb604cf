import type * as performers from '../performers.ts';
import { get, post } from './make-call.ts';

export const listPerformers = get<typeof performers.listPerformers>('/api/performers');
export const addPerformer = post<typeof performers.addPerformer>('/api/performers');
export const getProduction = get<typeof performers.getProduction>('/api/pools/:id/production');
export const recordProduction = post<typeof performers.recordProduction>('/api/pools/:id/production');
export const listProductions = get<typeof performers.listProductions>('/api/admin/performer-records');
export const getProductionItem = get<typeof performers.getProductionItem>('/api/admin/performer-records/:id');
