import type * as thanks from '../thanks.ts';
import { get, post, remove } from './make-call.ts';

export const listThanks = get<typeof thanks.listThanks>('/api/pools/:id/thanks');
export const thankCreator = post<typeof thanks.thankCreator>('/api/pools/:id/thanks');
export const takeBackThanks = remove<typeof thanks.takeBackThanks>('/api/thanks/:id');
