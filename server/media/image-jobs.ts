import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** Encodes the AVIF copies of a stored picture. jobs.ts defines its handler. */
export const encodeAvifJob: JobKind<{ key: string }> = { kind: 'media.encode_avif', queue: 'encoding' };
