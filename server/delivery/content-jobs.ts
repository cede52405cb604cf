import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** Makes the previews of a delivery one after another, so that fifty pictures occupy one worker only. */
export const contentPreviews: JobKind<{ claimId: string }> = { kind: 'content.previews', queue: 'fast' };
