import type * as linkPreview from '../link-preview.ts';
import { get } from './make-call.ts';

export const getLinkPreview = get<typeof linkPreview.getLinkPreview>('/api/link-preview');
