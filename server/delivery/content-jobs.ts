import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** Makes the previews of a delivery's pictures, one after the other, so that fifty of them hold one worker. */
export const contentPreviews: JobKind<{ claimId: string }> = { kind: 'content.previews', queue: 'fast' };
