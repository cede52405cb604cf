import { createHash } from 'node:crypto';
import type { SavedState } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';

/** The editable fields of an object with their version, which changes with each of them and differs between objects. */
export function savedState(id: string, fields: Record<string, unknown>): SavedState {
  const version = createHash('sha256')
    .update(JSON.stringify([id, fields]))
    .digest('base64url');
  return { version, fields };
}

/** Refuses an edit of a version that another edit has replaced. Call it after the object's row is locked. */
export function assertEdits(version: string | undefined, current: SavedState): void {
  if (version === undefined || version === current.version) return;
  throw appError('conflict', { message: () => t`This changed in the meantime. Nothing was saved.`, current });
}
