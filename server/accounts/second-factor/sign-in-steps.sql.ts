import { limits } from '#contract/limits.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export async function insertStep(tx: Tx, userId: string, tokenHash: Buffer): Promise<void> {
  await tx`
    insert into sign_in_steps (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, clock_timestamp() + make_interval(secs => ${limits.secondStepMs / 1000}))`;
}

/** The person whose sign-in waits for its second step; null if it has ended. */
export async function findStepUser(sql: Connection, tokenHash: Buffer): Promise<string | null> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from sign_in_steps where token_hash = ${tokenHash} and expires_at > clock_timestamp()`;
  return row?.userId ?? null;
}

/** Returns false if the step has ended or was already used: of two requests, one deletes it. */
export async function deleteStep(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx`
    delete from sign_in_steps where token_hash = ${tokenHash} and expires_at > clock_timestamp() returning user_id`;
  return rows.length > 0;
}

export async function deleteStepsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from sign_in_steps where user_id = ${userId}`;
}

export async function deleteAllSteps(tx: Tx): Promise<void> {
  await tx`delete from sign_in_steps`;
}

export async function deleteEndedSteps(sql: Connection): Promise<void> {
  await sql`delete from sign_in_steps where expires_at < clock_timestamp()`;
}
