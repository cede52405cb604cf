import type * as media from '../media.ts';
import { post } from './make-call.ts';

export const uploadImage = post<typeof media.uploadImage>('/api/images');
