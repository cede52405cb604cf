import type * as pageErrors from '../page-errors.ts';
import { post } from './make-call.ts';

export const reportPageError = post<typeof pageErrors.reportPageError>('/api/page-errors');
