import type { JobKind } from '#server/platform/jobs/jobs.ts';

export const dailyRootJob: JobKind<undefined> = { kind: 'transparency.daily_root', queue: 'clock' };
export const saveRootJob: JobKind<{ rootId: number }> = { kind: 'transparency.save_root', queue: 'fast' };
export const postRootJob: JobKind<{ rootId: number }> = { kind: 'transparency.post_root', queue: 'push' };
export const saveKeyChangeJob: JobKind<{ number: number }> = { kind: 'transparency.save_key_change', queue: 'fast' };
export const postKeyChangeJob: JobKind<{ number: number }> = { kind: 'transparency.post_key_change', queue: 'push' };
