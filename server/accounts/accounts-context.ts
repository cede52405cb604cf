import type { GoogleProvider } from '#server/accounts/google/google-provider.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { LoginThrottle } from './login-throttle.ts';

/** What sign-in needs beside the platform. */
export interface AccountsContext extends Platform {
  throttle: LoginThrottle;
  /** Undefined while Google sign-in is not set up. */
  google: GoogleProvider | undefined;
  recovery: RecoveryJob;
}

/** The job that mails a recovery link, where the address is known. */
export type RecoveryJob = import('#server/platform/jobs/jobs.ts').JobKind<{ email: string; requestId: string }>;
