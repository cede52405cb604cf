import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { newToken } from '#server/accounts/tokens.ts';
import type { TestApp } from '#testing/app.ts';
import { eventually } from '#testing/builders.ts';
import type { Random } from '#testing/seeded-random.ts';
import { chooseOperation, type FuzzRun, sessionIdOf } from './account-acts.ts';
import { type Account, type AccountState, type Act, judgeAccount, judgeSessions, type Window } from './account-book.ts';

const actsAtOnce = 6;
const windowsEach = 3;

/**
 * Rounds of concurrent calls for a few accounts, sent to two nodes: repeated, malformed, cut off, with other people's ids and with
 * ended sessions. After each round, compares the expected state with PostgreSQL and the sockets.
 */
export class AccountFuzz implements FuzzRun {
  readonly nodes: readonly TestApp[];
  readonly random: Random;
  readonly faults: string[] = [];
  readonly accounts: Account[] = [];
  readonly counts = { calls: 0, rounds: 0, deleted: 0, ended: 0, sockets: 0 };
  readonly #passwordHash: string;
  readonly #password: string;
  readonly #mails = new Map<string, string>();
  readonly #readMails = new Set<string>();
  #serial = 0;

  constructor(nodes: readonly TestApp[], random: Random, credentials: { password: string; passwordHash: string }) {
    this.nodes = nodes;
    this.random = random;
    this.#password = credentials.password;
    this.#passwordHash = credentials.passwordHash;
  }

  get #sql() {
    return (this.nodes[0] as TestApp).context.db.sql;
  }

  get windows(): Window[] {
    return this.accounts.flatMap(({ windows }) => windows);
  }

  newEmail(): string {
    this.#serial += 1;
    return `fuzz_${this.#serial}@example.org`;
  }

  /** Inserts a new account without hashing a password, which is slow. */
  async register(): Promise<Account> {
    const email = this.newEmail();
    const [row] = await this.#sql<{ id: string; username: string }[]>`
      insert into users (email, username, password_hash, email_verified_at)
      values (${email}, ${`fuzz_${this.#serial}`}, ${this.#passwordHash}, now()) returning id, username`;
    return this.adopt({ id: row?.id ?? '', username: row?.username ?? '', email });
  }

  /** Adds an existing account that has the known password. */
  adopt(who: Pick<Account, 'id' | 'username' | 'email'>): Account {
    const fresh = { password: this.#password, formerPasswords: [], askedEmails: [], windows: [] };
    const account: Account = { ...who, ...fresh, isDeleted: false, isUncertain: false };
    this.accounts.push(account);
    return account;
  }

  /** Adds the session with this token to the account's windows. */
  async remember(account: Account, token: string): Promise<Window> {
    const window: Window = {
      account,
      token,
      sessionId: (await sessionIdOf(this.#sql, token)) ?? 'ended before it was seen',
      isOver: false,
    };
    account.windows.push(window);
    return window;
  }

  /** The token of the link in the last email to this address. */
  async mailedToken(email: string): Promise<string | undefined> {
    return this.#mails.get(email);
  }

  async round(): Promise<void> {
    await this.#prepare();
    const before = await this.#look();
    const { random } = this;
    const acts = await Promise.all(
      Array.from({ length: 2 + random.below(actsAtOnce - 1) }, () =>
        chooseOperation(random)(this, this.#chooseWindow()),
      ),
    );
    this.counts.rounds += 1;
    this.counts.calls += acts.length;
    const state = await this.#look();
    const wasOver = this.windows.filter(({ isOver }) => isOver).length;
    const faults = [
      ...judgeSessions(acts, this.windows, state),
      ...this.accounts.flatMap((account) => judgeAccount(account, acts, before, state)),
    ];
    this.counts.ended += this.windows.filter(({ isOver }) => isOver).length - wasOver;
    faults.push(...(await this.#judgeSockets()));
    if (faults.length > 0)
      this.faults.push(`round ${this.counts.rounds} (${describeActs(acts)}): ${faults.join('; ')}`);
  }

  /** Often picks the same account twice in a round, and sometimes an ended session. */
  #chooseWindow(): Window {
    const { random } = this;
    const living = this.accounts.filter(({ isDeleted }) => !isDeleted);
    const account = random.below(3) > 0 ? (living[0] as Account) : random.pick(this.accounts);
    const open = account.windows.filter(({ isOver }) => !isOver);
    return random.pick(random.below(8) > 0 && open.length > 0 ? open : account.windows);
  }

  /** Gives every remaining account open sessions again; sometimes lets one expire. */
  async #prepare(): Promise<void> {
    const { random } = this;
    await this.#readOutbox();
    const living = this.accounts.filter(({ isDeleted }) => !isDeleted);
    this.counts.deleted = this.accounts.length - living.length;
    // Rotate the account that gets most calls, so that interrupted calls for uncertain accounts can finish.
    const first = living[0];
    if (first && (first.isUncertain || random.below(4) === 0)) {
      this.accounts.splice(this.accounts.indexOf(first), 1);
      this.accounts.push(first);
    }
    if (living.filter(({ isUncertain }) => !isUncertain).length < 3) await this.register();
    for (const account of this.accounts) {
      if (account.isDeleted) continue;
      while (account.windows.filter(({ isOver }) => !isOver).length < windowsEach) await this.#signIn(account);
    }
    if (random.below(3) > 0) return;
    const late = random.pick(this.windows.filter(({ isOver }) => !isOver));
    await this.#sql`update sessions set expires_at = clock_timestamp() - interval '1 s' where id = ${late.sessionId}`;
    late.isOver = true;
  }

  /** Inserts a session as signing in does, without the slow password check. */
  async #signIn(account: Account): Promise<void> {
    const { token, tokenHash } = newToken();
    await this.#sql`
      insert into sessions (token_hash, user_id, expires_at)
      values (${tokenHash}, ${account.id}, clock_timestamp() + interval '1 day')`;
    await this.remember(account, token);
  }

  async #look(): Promise<AccountState> {
    const sql = this.#sql;
    const sessions = await sql<{ id: string }[]>`select id from sessions where expires_at > clock_timestamp()`;
    const deleted = await sql<{ id: string }[]>`select id from users where deleted_at is not null`;
    const links = await sql<{ userId: string; emails: string[] }[]>`
      select user_id, array_agg(email) as emails from email_tokens
      where kind = 'change' and used_at is null and expires_at > clock_timestamp() group by user_id`;
    return {
      liveSessions: new Set(sessions.map(({ id }) => id)),
      deletedAccounts: new Set(deleted.map(({ id }) => id)),
      openLinks: new Map(links.map(({ userId, emails }) => [userId, emails])),
    };
  }

  /** Checks that sockets of ended sessions close, and no others. */
  async #judgeSockets(): Promise<string[]> {
    const faults: string[] = [];
    for (const window of this.windows.filter(({ chat }) => chat)) {
      if (window.isOver) {
        await eventually(
          async () => window.chatEnded,
          (reason) => reason !== undefined,
          15_000,
        ).catch(() => faults.push('a socket survived its session'));
        window.chat?.socket.close();
        this.counts.sockets += 1;
        delete window.chat;
      } else if (window.chatEnded !== undefined && !window.account.isUncertain) {
        faults.push(`a socket ended without its session: ${window.chatEnded}`);
        delete window.chat;
      }
    }
    return faults;
  }

  async #readOutbox(): Promise<void> {
    const [node] = this.nodes as [TestApp];
    await node.settle();
    const folder = join(node.context.config.dataDir, 'outbox');
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml') || this.#readMails.has(name)) continue;
      this.#readMails.add(name);
      const { to, text = '' } = await PostalMime.parse(await readFile(join(folder, name)));
      const token = /\/verify-email\?token=([\w-]+)/.exec(text)?.[1];
      const address = to?.[0]?.address;
      if (token && address) this.#mails.set(address, token);
    }
  }
}

function describeActs(acts: readonly Act[]): string {
  return acts.map(({ kind, by, result }) => `${by.account.username} ${kind} ${result}`).join(', ');
}
