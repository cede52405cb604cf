import type * as accounts from '../accounts.ts';
import type * as interests from '../interests.ts';
import type * as factors from '../second-factor.ts';
import type * as settings from '../settings.ts';
import { get, patch, post, remove } from './make-call.ts';

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

export const getInterests = get<typeof interests.getInterests>('/api/user/interests');
export const setInterests = patch<typeof interests.setInterests>('/api/user/interests');
export const skipWelcome = remove<typeof interests.skipWelcome>('/api/user/welcome');

export const getSettings = get<typeof settings.getSettings>('/api/user/settings');
export const setLocale = patch<typeof settings.setLocale>('/api/user/locale');
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

export const getSecondStep = get<typeof factors.getSecondStep>('/api/auth/second-step');
export const confirmWithCode = post<typeof factors.confirmWithCode>('/api/auth/second-step');
export const startPasskeySignIn = post<typeof factors.startPasskeySignIn>('/api/auth/passkey/options');
export const signInWithPasskey = post<typeof factors.signInWithPasskey>('/api/auth/passkey');
export const getProofWays = get<typeof factors.getProofWays>('/api/user/proof');
export const proveIdentity = post<typeof factors.proveIdentity>('/api/user/proof');
export const startPasskeyProof = post<typeof factors.startPasskeyProof>('/api/user/proof/passkey/options');
export const proveWithPasskey = post<typeof factors.proveWithPasskey>('/api/user/proof/passkey');
export const getSecondFactor = get<typeof factors.getSecondFactor>('/api/user/second-factor');
export const startPasskey = post<typeof factors.startPasskey>('/api/user/passkeys/options');
export const addPasskey = post<typeof factors.addPasskey>('/api/user/passkeys');
export const renamePasskey = patch<typeof factors.renamePasskey>('/api/user/passkeys/:id');
export const removePasskey = remove<typeof factors.removePasskey>('/api/user/passkeys/:id');
export const startAuthenticatorApp = post<typeof factors.startAuthenticatorApp>('/api/user/authenticator-app');
export const confirmAuthenticatorApp = post<typeof factors.confirmAuthenticatorApp>(
  '/api/user/authenticator-app/confirm',
);
export const removeAuthenticatorApp = remove<typeof factors.removeAuthenticatorApp>('/api/user/authenticator-app');
export const makeRecoveryCodes = post<typeof factors.makeRecoveryCodes>('/api/user/recovery-codes');
