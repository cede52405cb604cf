import type { PayoutAccountState } from '#server/money/card-processor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type Requirements = { code: string; dueAt: string | null }[];

interface AccountDetails {
  email: string;
  displayName: string;
  pageUrl?: string;
}

export interface PayoutAccount {
  userId: string;
  processor: string;
  /** Null while the account is being created. */
  accountRef: string | null;
  status: PayoutAccountState['status'];
  country: string | null;
  idempotencyKey: string | null;
  /** The details with which the account is being created. */
  request: AccountDetails | null;
  requirements: Requirements;
  /** When we learned that the processor closed or rejected it permanently. */
  closedAt: Date | null;
  /** Since when the processor does not send the account's balance to the bank, and why in its words. */
  bankBlockedAt: Date | null;
  bankReason: string | null;
  /** The processor's code while it refuses to create the account for a reason that the operator must solve. */
  problemCode: string | null;
  /** When another account or other bank details replaced the earlier ones, and how long payouts wait after that. */
  accountChangedAt: Date | null;
  heldUntil: Date | null;
}

const columns = (sql: Connection) =>
  sql`user_id, processor, account_ref, status, country, idempotency_key, request, requirements, closed_at,
    problem_code, bank_blocked_at, bank_reason, account_changed_at, held_until`;

export async function readPayoutAccount(
  sql: Connection,
  userId: string,
  processor: string,
): Promise<PayoutAccount | undefined> {
  const [row] = await sql<PayoutAccount[]>`
    select ${columns(sql)} from payout_accounts where user_id = ${userId} and processor = ${processor}`;
  return row;
}

/** The status of an account, which no other transaction changes until this one ends. */
export async function shareAccountStatus(
  tx: Tx,
  userId: string,
  processor: string,
): Promise<PayoutAccount['status'] | undefined> {
  const [row] = await tx<{ status: PayoutAccount['status'] }[]>`
    select status from payout_accounts where user_id = ${userId} and processor = ${processor} for share`;
  return row?.status;
}

/** Stores an account that needs no onboarding. */
export async function insertReadyAccount(
  sql: Connection,
  account: { userId: string; processor: string; accountRef: string },
): Promise<void> {
  await sql`
    insert into payout_accounts ${sql({ ...account, status: 'ready' })} on conflict (user_id, processor) do nothing`;
}

interface AccountRequest {
  userId: string;
  processor: string;
  country: string;
  idempotencyKey: string;
  request: AccountDetails;
  live: boolean;
}

/**
 * Stores the request for a new account before it is sent, so that a crash or another node repeats the same request. Replaces a request
 * that waits for the operator, because the creator may have chosen another country.
 */
export async function insertAccountRequest(sql: Connection, account: AccountRequest): Promise<void> {
  const { userId, processor, country, idempotencyKey, request, live } = account;
  await sql`
    insert into payout_accounts (user_id, processor, country, idempotency_key, request, live)
    values (${userId}, ${processor}, ${country}, ${idempotencyKey}, ${sql.json({ ...request })}, ${live})
    on conflict (user_id, processor) do update
    set country = excluded.country, idempotency_key = excluded.idempotency_key, request = excluded.request, live = excluded.live,
      problem_code = null, refused_at = null
    where payout_accounts.account_ref is null and payout_accounts.problem_code is not null`;
}

/**
 * Stores the request for an account in place of a closed one, which moves to the former accounts. Payouts to the new one wait. Only the
 * first of several callers does it: the others no longer find the closed one, and get undefined.
 */
export async function replaceClosedAccount(
  tx: Tx,
  account: AccountRequest,
  { closedRef, holdMs }: { closedRef: string; holdMs: number },
): Promise<{ heldUntil: Date } | undefined> {
  const { userId, processor, country, idempotencyKey, request, live } = account;
  const moved = await tx`
    insert into former_payout_accounts (user_id, processor, account_ref, country, live, created_at, closed_at)
    select user_id, processor, account_ref, country, live, created_at, closed_at from payout_accounts
    where user_id = ${userId} and processor = ${processor} and account_ref = ${closedRef} and closed_at is not null
    for update
    returning 1`;
  if (moved.length === 0) return undefined;
  const [held] = await tx<{ heldUntil: Date }[]>`
    update payout_accounts
    set account_ref = null, status = 'pending', country = ${country}, idempotency_key = ${idempotencyKey}, request = ${tx.json({ ...request })},
      live = ${live}, requirements = '[]', checked_at = null, closed_at = null, problem_code = null, refused_at = null,
      bank_blocked_at = null, bank_reason = null, bank_print = null, created_at = clock_timestamp(), account_changed_at = clock_timestamp(),
      held_until = ${holdEnd(tx, holdMs)}
    where user_id = ${userId} and processor = ${processor} returning held_until`;
  return held;
}

const holdEnd = (sql: Connection, holdMs: number) => sql`clock_timestamp() + make_interval(secs => ${holdMs / 1000})`;

/** Stores the created account and forgets the details of the request. True for exactly one caller. */
export async function storeAccountRef(sql: Connection, idempotencyKey: string, accountRef: string): Promise<boolean> {
  const rows = await sql`
    update payout_accounts set account_ref = ${accountRef}, request = null, problem_code = null, refused_at = null
    where idempotency_key = ${idempotencyKey} and account_ref is null returning 1`;
  return rows.length > 0;
}

/** Removes a request that the processor refused, so that the creator can send another one. */
export async function deleteAccountRequest(sql: Connection, idempotencyKey: string): Promise<void> {
  await sql`delete from payout_accounts where idempotency_key = ${idempotencyKey} and account_ref is null`;
}

/**
 * Keeps a request until the operator has solved what the processor refused. After a refusal it gets another key, because processors
 * repeat a refusal under the same one. False if another worker was faster.
 */
export async function holdRequestBack(
  tx: Tx,
  idempotencyKey: string,
  { code, refused }: { code: string; refused: boolean },
): Promise<boolean> {
  const rows = await tx`
    update payout_accounts set problem_code = ${code}, refused_at = clock_timestamp(),
      idempotency_key = ${refused ? tx`'account:' || gen_random_uuid()` : tx`idempotency_key`}
    where idempotency_key = ${idempotencyKey} and account_ref is null returning 1`;
  return rows.length > 0;
}

/** The requests that wait for the operator, those that were tried longest ago first. */
export async function listRefusedRequests(
  sql: Connection,
  processor: string,
): Promise<{ userId: string; problemCode: string }[]> {
  return sql<{ userId: string; problemCode: string }[]>`
    select user_id, problem_code from payout_accounts
    where processor = ${processor} and problem_code is not null and account_ref is null order by refused_at, user_id`;
}

/** The creator with this account, also if another one has replaced it. */
export async function findOwnerOfAccount(
  sql: Connection,
  processor: string,
  accountRef: string,
): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from payout_accounts where processor = ${processor} and account_ref = ${accountRef}
    union all
    select user_id from former_payout_accounts where processor = ${processor} and account_ref = ${accountRef}`;
  return row?.userId;
}

interface AccountChange {
  from: PayoutAccount['status'];
  to: PayoutAccount['status'];
  wasBlocked: boolean;
  isBlocked: boolean;
  /** How long payouts wait because other bank details replaced the earlier ones; null if they are the same, or the first ones. */
  heldUntil: Date | null;
}

/**
 * Stores what the processor answered to a question asked at `askedAt`, unless a later question was answered before. Returns the status
 * before and after; undefined if nothing was stored, such as when another account has replaced this one.
 */
export async function storeAccountState(
  tx: Tx,
  userId: string,
  processor: string,
  answer: {
    accountRef: string;
    status: PayoutAccount['status'];
    requirements: Requirements;
    isClosed: boolean;
    bankBlocked: { reason: string | null } | null;
    bankPrint: string | null;
    askedAt: Date;
    holdMs: number;
  },
): Promise<AccountChange | undefined> {
  const { accountRef, status, requirements, isClosed, bankBlocked, bankPrint, askedAt, holdMs } = answer;
  const [before] = await tx<{ status: PayoutAccount['status']; wasBlocked: boolean; isOtherBank: boolean }[]>`
    select status, bank_blocked_at is not null as was_blocked,
      coalesce(${bankPrint} <> bank_print, ${bankPrint}::text is not null and account_changed_at is not null) as is_other_bank
    from payout_accounts where user_id = ${userId} and processor = ${processor}
      and account_ref = ${accountRef} and (checked_at is null or checked_at <= ${askedAt})
    for update`;
  if (!before) return undefined;
  const [after] = await tx<{ heldUntil: Date | null }[]>`
    update payout_accounts set status = ${status}, requirements = ${tx.json(requirements)}, checked_at = ${askedAt},
      closed_at = case when ${isClosed} then coalesce(closed_at, ${askedAt}) end, bank_reason = ${bankBlocked?.reason ?? null},
      bank_blocked_at = case when ${bankBlocked !== null} then coalesce(bank_blocked_at, ${askedAt}) end,
      bank_print = coalesce(${bankPrint}, bank_print),
      account_changed_at = case when ${before.isOtherBank} then clock_timestamp() else account_changed_at end,
      held_until = case when ${before.isOtherBank} then ${holdEnd(tx, holdMs)} else held_until end
    where user_id = ${userId} and processor = ${processor} returning held_until`;
  const heldUntil = before.isOtherBank ? (after?.heldUntil ?? null) : null;
  return { from: before.status, to: status, wasBlocked: before.wasBlocked, isBlocked: bankBlocked !== null, heldUntil };
}

/**
 * The creators whose account should be looked up again: a ready one once a day unless its money does not reach the bank; another one at intervals that grow with its age, from
 * `olderThanMs` to a day.
 */
export async function listAccountsToCheck(
  sql: Connection,
  processor: string,
  olderThanMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from payout_accounts
    where processor = ${processor} and problem_code is null and coalesce(checked_at, created_at) < clock_timestamp() - case
      when status = 'ready' and bank_blocked_at is null then interval '1 day'
      else least(interval '1 day', greatest(make_interval(secs => ${olderThanMs / 1000}), (clock_timestamp() - created_at) / 20)) end
    order by checked_at nulls first limit ${limit}`;
  return rows.map(({ userId }) => userId);
}
