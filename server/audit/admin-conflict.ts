import type { AuditTargetKind } from '#contract/admin/audit.ts';
import { type AuditAction, auditActions } from '#contract/admin/audit-actions.ts';
import { AppError, type ErrorCode } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish, type Message } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { count } from '#server/platform/english-count.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type AuditRow, findLastAction, listVersions } from './audit.sql.ts';

interface Target {
  targetKind: AuditTargetKind;
  targetId: string;
}

/** The refusals of an action that lost a race. */
const secondCodes: readonly ErrorCode[] = ['conflict', 'application_settled', 'creator_has_owner'];
/**
 * Refusals that another admin's recent action may explain, with the actions that cause them. A deadline, the creator or a fan may cause
 * them, too.
 */
const stateActions: Partial<Record<ErrorCode, readonly string[]>> = {
  pool_state: ['pool.open', 'pool.remove', 'pool.cancel'],
  pool_frozen: ['pool.freeze'],
};
const minuteMs = 60_000;
const recentMs = 10 * minuteMs;

/**
 * Runs an admin's action on a target. When it is refused because another admin acted first, the error names that admin, the action and
 * the time. With `action`, only the same action of another admin explains a refusal as second. An action that the caller had seen
 * (`version`) does not explain a changed state. `work` must have rolled back by the time it throws.
 */
export async function nameWinnerOnConflict<T>(
  sql: Connection,
  {
    actorId,
    action,
    version,
    ...target
  }: Target & { actorId: string; action?: AuditAction; version?: number | undefined },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.details.winner) throw error;
    if (!secondCodes.includes(error.code) && !stateActions[error.code]) throw error;
    const last = await findLastAction(sql, target);
    if (!last || last.seq === version || !explains(last, error.code, action)) throw error;
    throw lostTo(last, actorId, error.code) ?? error;
  }
}

/**
 * Throws `conflict` if an admin has acted on the target since `version`, which is the number of the last action that the caller saw. Call
 * it after the target's row is locked.
 */
export async function assertVersion(
  sql: Connection,
  { actorId, version, ...target }: Target & { actorId: string; version: number | undefined },
): Promise<void> {
  if (version === undefined) return;
  const last = await findLastAction(sql, target);
  if (!last || last.seq === version) return;
  throw lostTo(last, actorId, 'conflict') ?? appError('conflict');
}

/** Whether the last action on a target explains the refusal of `action` with this code. */
function explains(last: AuditRow, code: ErrorCode, action: AuditAction | undefined): boolean {
  const causes = stateActions[code];
  if (!causes) return !action || last.action === action;
  return causes.includes(last.action) && Date.now() - last.at.getTime() <= recentMs;
}

/** The error for the admin who lost the race; undefined if the server acted first. */
function lostTo(last: AuditRow, actorId: string, code: ErrorCode): AppError | undefined {
  const { actorId: id, username, displayName, action, at } = last;
  if (!id || !username) return undefined;
  const name = id === actorId ? 'You' : displayName ? `${displayName} (@${username})` : `@${username}`;
  const known = (auditActions as Record<string, Message | undefined>)[action];
  const words = known ? inEnglish(known) : 'changed this';
  return appError(code, {
    message: () => `${name} ${words} ${agoOf(at)}.`,
    winner: { id, username, displayName, action, at: at.toISOString() },
  });
}

function agoOf(at: Date): string {
  const minutes = Math.floor((Date.now() - at.getTime()) / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${count(minutes, 'minute')} ago`;
  if (minutes < 24 * 60) return `${count(Math.floor(minutes / 60), 'hour')} ago`;
  return `on ${fullDate(at)}`;
}

/**
 * The versions of targets for admins: the number of the last completed action on each, by id. A target without one has version 0 and is not in
 * the map.
 */
export async function readVersions(
  sql: Connection,
  kind: AuditTargetKind,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await listVersions(sql, kind, ids);
  return new Map(rows.map(({ targetId, seq }) => [targetId, seq]));
}
