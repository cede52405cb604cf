import type * as settings from '../settings.ts';
import { get, patch, post, remove } from './make-call.ts';

export const getSettings = get<typeof settings.getSettings>('/api/user/settings');
export const updateProfile = patch<typeof settings.updateProfile>('/api/user');
export const setAvatar = post<typeof settings.setAvatar>('/api/user/avatar');
export const removeAvatar = remove<typeof settings.removeAvatar>('/api/user/avatar');
export const changePassword = post<typeof settings.changePassword>('/api/user/password');
export const changeEmail = post<typeof settings.changeEmail>('/api/user/email');
export const cancelEmailChange = remove<typeof settings.cancelEmailChange>('/api/user/email');
export const listSessions = get<typeof settings.listSessions>('/api/user/sessions');
export const endSession = remove<typeof settings.endSession>('/api/user/sessions/:id');
export const endOtherSessions = remove<typeof settings.endOtherSessions>('/api/user/sessions');
export const deleteAccount = remove<typeof settings.deleteAccount>('/api/user');
