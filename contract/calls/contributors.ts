import type * as contributors from '../contributors.ts';
import { get, patch, post } from './make-call.ts';

export const listContributors = get<typeof contributors.listContributors>('/api/creator/pools/:id/contributors');
export const listSentMessages = get<typeof contributors.listSentMessages>('/api/creator/pools/:id/messages');
export const messageContributors = post<typeof contributors.messageContributors>('/api/creator/pools/:id/messages');
export const getCreatorMessage = get<typeof contributors.getCreatorMessage>('/api/creator-messages/:id');
export const setLatePledges = patch<typeof contributors.setLatePledges>('/api/creator/pools/:id/late-pledges');
