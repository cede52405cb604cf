import { z } from 'zod';
import type { RoleName } from '#contract/endpoint.ts';
import { duration, optional, setting, type ValuesOf } from './fields.ts';

/** Sessions, passwords and second factors. Part of `settings` in config.ts. */
export const signInSettings = {
  SESSION_IDLE: setting('P14D', duration(), 'A session ends after this long without use.'),
  SESSION_LIFETIME: setting('P30D', duration(), 'A session ends after this long, even if it is in use.'),
  PASSWORD_DENYLIST: setting(
    'warn',
    z.enum(['warn', 'block', 'off']),
    'How to handle one of the most common passwords: warn, block, or accept (`off`).',
  ),
  REQUIRE_SECOND_FACTOR: optional(
    z.enum(['off', 'admins', 'creators', 'all']),
    'Who must have a passkey or an authenticator app: no one (`off`), admins, admins and creators (`creators`), or everyone (`all`). Without one, they reach only the page that sets it up. Unset: `admins` with a real card processor, `off` with the sandbox.',
  ),
};

const rolesOf: Record<'off' | 'admins' | 'creators' | 'all', readonly RoleName[]> = {
  off: [],
  admins: ['admin'],
  creators: ['admin', 'creator'],
  all: ['admin', 'creator', 'user'],
};

export const signInOf = (values: ValuesOf<typeof signInSettings>, cards: { main: string }) => ({
  session: { idleMs: values.SESSION_IDLE, lifetimeMs: values.SESSION_LIFETIME },
  passwordDenylist: values.PASSWORD_DENYLIST,
  /** The roles that must have a second factor. */
  rolesWithFactor: rolesOf[values.REQUIRE_SECOND_FACTOR ?? (cards.main === 'sandbox' ? 'off' : 'admins')],
});
