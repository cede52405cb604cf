import type * as delivery from '../delivery.ts';
import { get, post } from './make-call.ts';

export const submitContent = post<typeof delivery.submitContent>('/api/pools/:id/content');
export const getContent = get<typeof delivery.getContent>('/api/pools/:id/content');
export const objectToDelivery = post<typeof delivery.objectToDelivery>('/api/pools/:id/objections');
export const describeUpload = post<typeof delivery.describeUpload>('/api/uploads/:id/details');
