import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** A summary of how a creator has handled requests, computed from their pools. */
export const trackRecord = z.object({
  /** Requests that the creator accepted or declined. */
  answered: z.number().int(),
  /** Requests that met their goal and ended because the creator did not answer in time. */
  unanswered: z.number().int(),
  /** Pools with an approved delivery. */
  delivered: z.number().int(),
  /** Those of them that the creator submitted by the agreed date. */
  onTime: z.number().int(),
  /** Median days from the start of production to the submission, rounded up; null before the first delivery. */
  medianDays: z.number().int().nullable(),
});
export type TrackRecord = z.infer<typeof trackRecord>;

export const getTrackRecord = endpoint({
  method: 'GET',
  path: '/api/creators/:username/track-record',
  summary: "Get a creator's track record: requests answered, deliveries on time, median days to deliver",
  who: 'anyone',
  scope: 'pools:read',
  params: z.object({ username: z.string().max(50) }),
  output: trackRecord,
});
