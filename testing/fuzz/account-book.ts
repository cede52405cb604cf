import type { ChatClient } from '#testing/chat-client.ts';

/** The expected state of one account. */
export interface Account {
  id: string;
  email: string;
  username: string;
  password: string;
  formerPasswords: string[];
  /** Email addresses that were requested as new ones. */
  askedEmails: string[];
  isDeleted: boolean;
  /** A call for this account was cut off; it may have taken effect or may still do so. */
  isUncertain: boolean;
  windows: Window[];
}

/** A browser with one session. */
export interface Window {
  account: Account;
  token: string;
  sessionId: string;
  isOver: boolean;
  chat?: ChatClient;
  /** The reason why the connection ended; unset while it is open. */
  chatEnded?: string;
}

export type ActKind =
  | 'sign out'
  | 'list sessions'
  | 'end session'
  | 'end other sessions'
  | 'change password'
  | 'ask for email'
  | 'cancel email'
  | 'open link'
  | 'delete account'
  | 'connect'
  | 'junk';

/** The result of a call. `refused`: it must have had no effect; `unknown`: its answer was cut off. */
export interface Act {
  kind: ActKind;
  by: Window;
  result: 'done' | 'refused' | 'unknown';
  /** The session that the call tries to end. */
  target?: Window;
  /** The session that the call opened. */
  opened?: Window;
  /** The new address, or the address of the link. */
  email?: string;
}

/** The state in PostgreSQL after a round. */
export interface AccountState {
  liveSessions: ReadonlySet<string>;
  deletedAccounts: ReadonlySet<string>;
  /** Email addresses with a valid link, by account id. */
  openLinks: ReadonlyMap<string, readonly string[]>;
}

/** Whether the act ends this session if it takes effect. */
function ends(act: Act, window: Window): boolean {
  if (window.account !== act.by.account) return false;
  switch (act.kind) {
    case 'sign out':
      return window === act.by;
    case 'end session':
      return window === act.target;
    case 'end other sessions':
      return window !== act.by;
    case 'change password':
    case 'delete account':
      return true;
    default:
      return false;
  }
}

/** Returns faults of the sessions after a round of concurrent acts. Marks ended windows. */
export function judgeSessions(acts: readonly Act[], windows: readonly Window[], state: AccountState): string[] {
  const faults = acts.filter(isByGhost).map(({ kind }) => `an ended session did "${kind}"`);
  for (const window of windows) {
    const isAlive = state.liveSessions.has(window.sessionId);
    const fault = isAlive ? faultOfLiving(acts, window) : faultOfEnded(acts, window);
    if (fault) faults.push(fault);
    window.isOver ||= !isAlive;
  }
  return faults;
}

/** Signing out twice is allowed, and a mailed link needs no session. */
const isByGhost = ({ by, kind, result }: Act): boolean =>
  by.isOver && result === 'done' && kind !== 'sign out' && kind !== 'open link';

function faultOfLiving(acts: readonly Act[], window: Window): string | undefined {
  if (window.isOver) return 'an ended session is alive again';
  if (isNew(acts, window)) return undefined;
  const end = acts.find((act) => act.result === 'done' && ends(act, window));
  return end && `a session survived "${end.kind}"`;
}

function faultOfEnded(acts: readonly Act[], window: Window): string | undefined {
  if (window.isOver) return undefined;
  const what = JSON.stringify(acts.map(({ kind, result }) => `${kind}: ${result}`));
  if (isNew(acts, window)) return `the session of a new password ended during ${what}`;
  const mayEnd = window.account.isUncertain || acts.some((act) => act.result !== 'refused' && ends(act, window));
  return mayEnd ? undefined : `a session ended during ${what}`;
}

/** Nothing may end this session: the change of password that opened it ended all sessions that could. */
const isNew = (acts: readonly Act[], window: Window): boolean => acts.some(({ opened }) => opened === window);

/** Returns faults of passwords, links and deletions after a round. Updates the expected state. */
export function judgeAccount(
  account: Account,
  acts: readonly Act[],
  before: AccountState,
  after: AccountState,
): string[] {
  const ownActs = acts.filter(({ by }) => by.account === account);
  const faults = [...faultsOfLinks(account, ownActs, before, after), ...faultsOfDeletion(account, ownActs, after)];
  const changes = ownActs.filter(({ kind, result }) => kind === 'change password' && result === 'done');
  if (changes.length > 1) faults.push('two calls changed one password with the same current password');
  account.isDeleted = after.deletedAccounts.has(account.id);
  account.isUncertain ||= ownActs.some(({ result, kind }) => result === 'unknown' && kind !== 'list sessions');
  return faults;
}

function faultsOfLinks(account: Account, ownActs: readonly Act[], before: AccountState, after: AccountState): string[] {
  const faults: string[] = [];
  const isDone = (act: ActKind) => ownActs.some(({ kind, result }) => kind === act && result === 'done');
  const isAsked = ownActs.some(({ kind, result }) => kind === 'ask for email' && result !== 'refused');
  const works = after.openLinks.get(account.id) ?? [];
  if (works.length > 1) faults.push(`${works.length} links to new addresses work`);
  if (works.length > 0 && isDone('change password')) faults.push('a link survived a new password');
  if (works.length > 0 && isDone('cancel email') && !isAsked && !account.isUncertain) {
    faults.push('a link survived its cancellation');
  }
  for (const { kind, result, email = '' } of ownActs) {
    if (kind !== 'open link' || result !== 'done') continue;
    const worked = before.openLinks.get(account.id)?.includes(email) ?? false;
    if (!worked && !account.isUncertain) faults.push('a dead link worked');
    account.email = email;
  }
  return faults;
}

function faultsOfDeletion(account: Account, ownActs: readonly Act[], after: AccountState): string[] {
  const faults: string[] = [];
  const deletions = ownActs.filter(({ kind, result }) => kind === 'delete account' && result !== 'refused');
  const done = deletions.filter(({ result }) => result === 'done');
  const isGone = after.deletedAccounts.has(account.id);
  if (done.length > 1) faults.push('one account was deleted twice');
  if (done.length > 0 && !isGone) faults.push('an account survived its deletion');
  if (isGone && !account.isDeleted && deletions.length === 0 && !account.isUncertain) {
    faults.push('an account was deleted without a call');
  }
  return faults;
}
