import type { Role } from '#contract/accounts.ts';
import { type Message, msg } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';

export interface DemoAccount {
  /** In English, for operators. The sign-in page shows `demoLabels`. */
  label: string;
  email: string;
  username: string;
  displayName: string;
  role: Role;
  password: string;
}

const password = 'fanfare-demo';

/** The end of the email addresses of all demo people. No mail reaches it: `.example` is reserved. */
export const demoMailDomain = '@demo.fanfare.example';

/** Seeding creates these three accounts. The sign-in page lists them when demo data is on. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    label: 'Fan',
    email: 'fan@demo.fanfare.example',
    username: 'marak',
    displayName: 'Mara Kline',
    role: 'user',
    password,
  },
  {
    label: 'Creator',
    email: 'creator@demo.fanfare.example',
    username: 'demo_creator',
    displayName: 'Demo Creator',
    role: 'creator',
    password,
  },
  {
    label: 'Admin',
    email: 'admin@demo.fanfare.example',
    username: 'demo_admin',
    displayName: 'Demo Admin',
    role: 'admin',
    password,
  },
];

export const demoLabels: Record<Role, Message> = {
  user: msg({ message: 'Fan', context: 'a demo account' }),
  creator: msg({ message: 'Creator', context: 'a demo account' }),
  admin: msg({ message: 'Admin', context: 'a demo account' }),
};

type Place = Pick<Config, 'onThisMachine'>;

/**
 * Whether this account is closed: the passwords of demo accounts are public, so none of them is open on a site that others reach, whichever
 * way leads in.
 */
export function isClosedDemoAccount({ onThisMachine }: Place, { email }: { email: string }): boolean {
  return !onThisMachine && email.toLowerCase().endsWith(demoMailDomain);
}

/** Whether a password is public. An admin may have changed the address of a demo account and kept its password. */
export function isPublicPassword({ onThisMachine }: Place, given: string): boolean {
  return !onThisMachine && demoAccounts.some((account) => account.password === given);
}
