import type { Role } from '#contract/accounts.ts';

export interface DemoAccount {
  label: string;
  email: string;
  username: string;
  displayName: string;
  role: Role;
  password: string;
}

const password = 'fanfare-demo';

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
