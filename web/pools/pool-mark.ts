import type { LikeStatus } from '#contract/likes.ts';
import type { SaveStatus } from '#contract/saves.ts';
import type { DataQuery } from '#web/data/query.ts';

export type MarkStatus = LikeStatus | SaveStatus;

/** A mark that a person puts on a pool: a like, or a follow. */
export interface PoolMark<S extends MarkStatus> {
  kind: 'like' | 'save';
  /** The cached status of one pool. */
  statusOf: (id: string) => DataQuery<S>;
  /** The status after one press. */
  flip: (status: S) => S;
}
