import type * as tokens from '../tokens.ts';
import { get, post, remove } from './make-call.ts';

export const listTokens = get<typeof tokens.listTokens>('/api/user/tokens');
export const createToken = post<typeof tokens.createToken>('/api/user/tokens');
export const revokeToken = remove<typeof tokens.revokeToken>('/api/user/tokens/:id');
