import type * as operator from '../admin/operator.ts';
import { get, post } from './make-call.ts';

export const getOperator = get<typeof operator.getOperator>('/api/operator');
export const contactOperator = post<typeof operator.contactOperator>('/api/contact');
