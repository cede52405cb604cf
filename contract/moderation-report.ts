import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const figure = z.number().int().nonnegative();

/** Counts of admin decisions in one month. No figure is about one person. */
export const moderationMonth = z.object({
  /** "2026-11", in UTC. */
  month: z.string(),
  reportsReceived: figure,
  reportsUpheld: figure,
  reportsDismissed: figure,
  /** The median time from a report to its decision, of the reports decided in the month. Null if there were none. */
  medianHoursToDecision: z.number().nonnegative().nullable(),
  noticesReceived: figure,
  /** Copyright notices after which material was disabled. */
  noticesActedOn: figure,
  noticesRejected: figure,
  counterNotices: figure,
  /** Pieces of disabled material that were restored. */
  restored: figure,
  suspensions: figure,
});
export type ModerationMonth = z.infer<typeof moderationMonth>;

export const getModerationReport = endpoint({
  method: 'GET',
  path: '/api/moderation-report',
  summary: 'Get figures about reports, copyright notices and suspensions by month, newest first',
  who: 'anyone',
  output: z.object({
    /** The last 24 months at most, from the first month with an account. */
    months: z.array(moderationMonth),
    readAt: z.iso.datetime(),
  }),
});
