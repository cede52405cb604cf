import { z } from 'zod';
import { session } from '#contract/settings.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import type { TestApp } from '#testing/app.ts';
import { chatClient } from '#testing/chat-client.ts';
import type { Random } from '#testing/seeded-random.ts';
import type { Account, Act, ActKind, Window } from './account-book.ts';
import { type Answer, type Call, json, send, sendAndLeave } from './account-calls.ts';
import { junkCall } from './junk.ts';

/** The parts of the running fuzz test that an act uses. */
export interface FuzzRun {
  readonly random: Random;
  readonly nodes: readonly TestApp[];
  readonly faults: string[];
  readonly accounts: readonly Account[];
  readonly windows: readonly Window[];
  newEmail(): string;
  mailedToken(email: string): Promise<string | undefined>;
  remember(account: Account, token: string): Promise<Window>;
}

const refusals = new Set([400, 401, 403, 404, 405, 409, 413, 414, 415, 422]);

/** Sends a call to a random node, sometimes cutting the connection. Undefined if cut after sending; 'half' if cut within the body. */
async function attempt({ random, nodes, faults }: FuzzRun, call: Call): Promise<Answer | 'half' | undefined> {
  const url = random.pick(nodes).url;
  const luck = random.below(20);
  if (luck < 2) {
    const isHalf = luck === 0;
    await sendAndLeave(url, call, { isHalf, afterMs: random.below(60) });
    return isHalf ? 'half' : undefined;
  }
  const answer = await send(url, call);
  const isKnown = answer.status < 300 || refusals.has(answer.status);
  if (!isKnown) faults.push(`${call.method} ${call.path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

function resultOf(answer: Awaited<ReturnType<typeof attempt>>): Act['result'] {
  if (answer === undefined) return 'unknown';
  return answer !== 'half' && answer.status < 300 ? 'done' : 'refused';
}

type Operation = (fuzz: FuzzRun, by: Window) => Promise<Act>;

async function plain(fuzz: FuzzRun, kind: ActKind, by: Window, call: Omit<Call, 'token'>): Promise<Act> {
  return { kind, by, result: resultOf(await attempt(fuzz, { ...call, token: by.token })) };
}

/** Usually the right password; otherwise a former one, another account's, or junk. */
function passwordOf({ random, accounts }: FuzzRun, { account }: Window): unknown {
  if (random.below(10) < 7) return account.password;
  return random.pick([
    ...account.formerPasswords,
    random.pick(accounts).password,
    '',
    7,
    null,
    'x'.repeat(1001),
    '\u0000',
  ]);
}

async function listSessions(fuzz: FuzzRun, by: Window): Promise<Act> {
  const answer = await attempt(fuzz, { method: 'GET', path: '/api/user/sessions', token: by.token });
  const result = resultOf(answer);
  if (result === 'done' && typeof answer === 'object') {
    const listed = z.array(session).parse(answer.body);
    const others = fuzz.windows.filter(({ account }) => account !== by.account);
    if (listed.some(({ id }) => others.some(({ sessionId }) => sessionId === id))) {
      fuzz.faults.push("a list shows another account's session");
    }
    const current = listed.filter((one) => one.current).map(({ id }) => id);
    if (current.length > 1 || (current[0] ?? by.sessionId) !== by.sessionId) {
      fuzz.faults.push('a list marks another session than the caller as current');
    }
  }
  return { kind: 'list sessions', by, result };
}

async function endSession(fuzz: FuzzRun, by: Window): Promise<Act> {
  const target = fuzz.random.below(3) === 0 ? fuzz.random.pick(fuzz.windows) : fuzz.random.pick(by.account.windows);
  const act = await plain(fuzz, 'end session', by, {
    method: 'DELETE',
    path: `/api/user/sessions/${target.sessionId}`,
  });
  if (act.result === 'done' && target.account !== by.account)
    fuzz.faults.push("a call ended another account's session");
  return { ...act, target };
}

async function changePassword(fuzz: FuzzRun, by: Window): Promise<Act> {
  const { account } = by;
  const newPassword = `secret ${fuzz.random.below(1e9)}`;
  const currentPassword = passwordOf(fuzz, by);
  const isRight = currentPassword === account.password;
  const call = { method: 'POST', path: '/api/user/password', token: by.token };
  const answer = await attempt(fuzz, { ...call, ...json({ currentPassword, newPassword }) });
  const result = resultOf(answer);
  const act: Act = { kind: 'change password', by, result };
  if (result !== 'done' || typeof answer !== 'object') return act;
  if (!isRight && !account.isUncertain) fuzz.faults.push('a wrong password was accepted');
  account.formerPasswords.push(account.password);
  account.password = newPassword;
  const opened = answer.token === undefined ? undefined : await fuzz.remember(account, answer.token);
  if (!opened) fuzz.faults.push('a new password came without a session');
  return opened ? { ...act, opened } : act;
}

async function askForEmail(fuzz: FuzzRun, by: Window): Promise<Act> {
  const isTaken = fuzz.random.below(5) === 0;
  const email = isTaken ? fuzz.random.pick(fuzz.accounts).email : fuzz.newEmail();
  const body = json({ email, password: passwordOf(fuzz, by) });
  const act = await plain(fuzz, 'ask for email', by, { method: 'POST', path: '/api/user/email', ...body });
  if (act.result === 'done') by.account.askedEmails.push(email);
  return { ...act, email };
}

/** Opens any link that was ever mailed for a change of the window's account. */
async function openLink(fuzz: FuzzRun, by: Window): Promise<Act> {
  const email = fuzz.random.pick([...by.account.askedEmails, 'unknown@example.org']);
  const token = await fuzz.mailedToken(email);
  const body = json({ token: token ?? 'a'.repeat(43) });
  const act = await plain(fuzz, 'open link', by, { method: 'POST', path: '/api/verify-email', ...body });
  return { ...act, email };
}

async function deleteAccount(fuzz: FuzzRun, by: Window): Promise<Act> {
  const password = passwordOf(fuzz, by);
  const isRight = password === by.account.password;
  const call = { method: 'DELETE', path: '/api/user', ...json({ password }) };
  const act = await plain(fuzz, 'delete account', by, call);
  if (act.result === 'done' && !isRight && !by.account.isUncertain) {
    fuzz.faults.push('a wrong password deleted an account');
  }
  return act;
}

async function connectChat(fuzz: FuzzRun, by: Window): Promise<Act> {
  if (by.chat) return { kind: 'connect', by, result: 'refused' };
  const node = fuzz.random.pick(fuzz.nodes);
  try {
    by.chat = await chatClient(node, null, { cookies: { sid: by.token } });
    void by.chat.ended.then((reason) => {
      by.chatEnded = reason;
    });
    return { kind: 'connect', by, result: 'done' };
  } catch (error) {
    if ((error as { data?: { code?: string } }).data?.code !== 'not_signed_in') throw error;
    return { kind: 'connect', by, result: 'refused' };
  }
}

async function junk(fuzz: FuzzRun, by: Window): Promise<Act> {
  const call = { ...junkCall(fuzz.random), token: by.token };
  const result = resultOf(await attempt(fuzz, call));
  if (result === 'done') fuzz.faults.push(`junk was accepted: ${JSON.stringify(call).slice(0, 300)}`);
  return { kind: 'junk', by, result: 'refused' };
}

const operations: readonly [weight: number, Operation][] = [
  [3, (fuzz, by) => plain(fuzz, 'sign out', by, { method: 'POST', path: '/api/logout' })],
  [3, listSessions],
  [5, endSession],
  [3, (fuzz, by) => plain(fuzz, 'end other sessions', by, { method: 'DELETE', path: '/api/user/sessions' })],
  [5, changePassword],
  [4, askForEmail],
  [2, (fuzz, by) => plain(fuzz, 'cancel email', by, { method: 'DELETE', path: '/api/user/email' })],
  [3, openLink],
  [2, deleteAccount],
  [4, connectChat],
  [4, junk],
];
const weighted = operations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation));

export const chooseOperation = (random: Random): Operation => random.pick(weighted);

/** The id of the session with this token; undefined if it has ended. */
export async function sessionIdOf(sql: Sql, token: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from sessions where token_hash = ${hashToken(token)}`;
  return row?.id;
}
