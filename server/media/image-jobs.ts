import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** Makes the smaller encodings of a stored picture; jobs.ts says how. */
export const encodeAvifJob: JobKind<{ key: string }> = { kind: 'media.encode_avif', queue: 'clock' };
