import type * as legal from '../legal.ts';
import type * as moderationReport from '../moderation-report.ts';
import type * as reports from '../reports.ts';
import { get, patch, post } from './make-call.ts';

export const sendTakedownNotice = post<typeof legal.sendTakedownNotice>('/api/takedown-notices');
export const listTakedowns = get<typeof legal.listTakedowns>('/api/admin/takedowns');
export const getAdminTakedown = get<typeof legal.getAdminTakedown>('/api/admin/takedowns/:id');
export const listTakedownCandidates = get<typeof legal.listTakedownCandidates>('/api/admin/takedowns/:id/candidates');
export const decideTakedown = patch<typeof legal.decideTakedown>('/api/admin/takedowns/:id');
export const settleTakedown = patch<typeof legal.settleTakedown>('/api/admin/takedown-materials/:id');
export const listRepeatInfringers = get<typeof legal.listRepeatInfringers>('/api/admin/repeat-infringers');
export const getTakedown = get<typeof legal.getTakedown>('/api/takedowns/:id');
export const sendCounterNotice = post<typeof legal.sendCounterNotice>('/api/takedowns/:id/counter-notice');

export const makeReport = post<typeof reports.makeReport>('/api/reports');
export const makeAppeal = post<typeof reports.makeAppeal>('/api/appeals');

export const getModerationReport = get<typeof moderationReport.getModerationReport>('/api/moderation-report');
