import type * as providers from '../providers.ts';
import { get, post, remove } from './make-call.ts';

export const getWaitingLink = get<typeof providers.getWaitingLink>('/api/auth/link');
export const mailLinkCode = post<typeof providers.mailLinkCode>('/api/auth/link/code');
export const signInWithLinkCode = post<typeof providers.signInWithLinkCode>('/api/auth/link/sign-in');
export const completeLink = post<typeof providers.completeLink>('/api/auth/link');
export const cancelLink = remove<typeof providers.cancelLink>('/api/auth/link');
export const startLink = post<typeof providers.startLink>('/api/user/identities');
export const unlinkIdentity = remove<typeof providers.unlinkIdentity>('/api/user/identities/:id');
