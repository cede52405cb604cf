import type * as overlays from '../overlays/overlays.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listOverlays = get<typeof overlays.listOverlays>('/api/user/overlays');
export const createOverlay = post<typeof overlays.createOverlay>('/api/user/overlays');
export const changeOverlay = patch<typeof overlays.changeOverlay>('/api/user/overlays/:id');
export const renewOverlay = post<typeof overlays.renewOverlay>('/api/user/overlays/:id/url');
export const testOverlay = post<typeof overlays.testOverlay>('/api/user/overlays/:id/test');
export const deleteOverlay = remove<typeof overlays.deleteOverlay>('/api/user/overlays/:id');
export const previewOverlay = post<typeof overlays.previewOverlay>('/api/user/overlays/preview');
