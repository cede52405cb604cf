import type { UserSummary } from '#contract/accounts.ts';

export const nameOf = ({ displayName, username }: Pick<UserSummary, 'displayName' | 'username'>) =>
  displayName || username;
