import type * as moderationReport from '../moderation-report.ts';
import { get } from './make-call.ts';

export const getModerationReport = get<typeof moderationReport.getModerationReport>('/api/moderation-report');
