import type { SignInProviders } from '#server/accounts/providers/providers.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Throttle } from './login-throttle.ts';
import type { CodeThrottle } from './second-factor/code-throttle.ts';

/** The platform context plus the services that only this module uses. */
export interface AccountsContext extends Platform {
  throttle: Throttle;
  codeThrottle: CodeThrottle;
  /** Google and other OpenID providers, as the settings name them. */
  providers: SignInProviders;
  recovery: RecoveryJob;
}

/** Mails a recovery link if an account has this email. */
/** Only the previous version reads `requestId`. */
export type RecoveryJob = import('#server/platform/jobs/jobs.ts').JobKind<{ email: string; requestId: string }>;
