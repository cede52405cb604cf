import type * as accounts from '../accounts.ts';
import { get, post } from './make-call.ts';

export const getCurrentUser = get<typeof accounts.getCurrentUser>('/api/user');
export const login = post<typeof accounts.login>('/api/login');
export const register = post<typeof accounts.register>('/api/register');
export const logout = post<typeof accounts.logout>('/api/logout');
export const checkUsername = get<typeof accounts.checkUsername>('/api/check-username');
export const forgotPassword = post<typeof accounts.forgotPassword>('/api/forgot-password');
export const resetPassword = post<typeof accounts.resetPassword>('/api/reset-password');
export const verifyEmail = post<typeof accounts.verifyEmail>('/api/verify-email');
export const resendVerification = post<typeof accounts.resendVerification>('/api/verify-email/resend');
export const getSignInOptions = get<typeof accounts.getSignInOptions>('/api/sign-in-options');
