import type * as reports from '../reports.ts';
import { post } from './make-call.ts';

export const makeReport = post<typeof reports.makeReport>('/api/reports');
export const makeAppeal = post<typeof reports.makeAppeal>('/api/appeals');
