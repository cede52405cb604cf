import { type AuditTargetKind, auditActions } from '#contract/admin/audit.ts';
import { AppError, appError, type ErrorCode } from '#contract/errors.ts';
import { count, fullDate } from '#contract/values/time.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type AuditRow, findLastAction } from './audit.sql.ts';

interface Target {
  targetKind: AuditTargetKind;
  targetId: string;
}

/** The refusals of an action that lost a race. */
const secondCodes: readonly ErrorCode[] = ['conflict', 'application_settled', 'creator_has_owner'];
/** Refusals that another admin's recent action may explain; so may a deadline, the creator or a fan. */
const stateCodes: readonly ErrorCode[] = ['pool_state', 'pool_frozen'];
const minuteMs = 60_000;
const recentMs = 10 * minuteMs;

/**
 * Runs an admin's action on a target. When it is refused because another admin acted first, the error names that admin, the action and
 * the time. An action that the caller had seen (`version`) does not explain a changed state. `work` must have rolled back by the time it
 * throws.
 */
export async function nameWinnerOnConflict<T>(
  sql: Connection,
  { actorId, version, ...target }: Target & { actorId: string; version?: number | undefined },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.details.winner) throw error;
    const isSecond = secondCodes.includes(error.code);
    if (!isSecond && !stateCodes.includes(error.code)) throw error;
    const last = await findLastAction(sql, target);
    const explains = last && (isSecond || (last.seq !== version && Date.now() - last.at.getTime() <= recentMs));
    if (!explains) throw error;
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

/** The error for the admin who lost the race; undefined if the server acted first. */
function lostTo(last: AuditRow, actorId: string, code: ErrorCode): AppError | undefined {
  const { actorId: id, username, displayName, action, at } = last;
  if (!id || !username) return undefined;
  const name = id === actorId ? 'You' : displayName ? `${displayName} (@${username})` : `@${username}`;
  const words = (auditActions as Record<string, string>)[action] ?? 'changed this';
  return appError(code, {
    message: `${name} ${words} ${agoOf(at)}.`,
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
