import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { reasonBody } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

/**
 * Things that people can report: a pool, an update, a comment, a chat message, a profile (a creator's or a person's), the delivery of a
 * pool (by the delivery's claimId, or by the pool's id), or a thank-you for a delivery.
 */
export const reportKinds = ['pool', 'update', 'comment', 'message', 'profile', 'content', 'thanks'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The kinds in the admins' queue. An appeal is a suspended person's request to lift the suspension, which only they can make. */
export const queuedReportKinds = [...reportKinds, 'appeal'] as const;
export type QueuedReportKind = (typeof queuedReportKinds)[number];

export const reportStatuses = ['open', 'upheld', 'dismissed'] as const;
export const reportStatus = z.enum(reportStatuses);

/** Takes the reason as one text. The reasons that people choose from exist only in web/safety/report-dialog.tsx. */
export const makeReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Report something to the admins; one open report per person and thing',
  who: 'user',
  body: reasonBody.extend({ kind: z.enum(reportKinds), id: uuid }),
  output: z.object({ id: uuid, status: reportStatus }),
  status: 201,
  errors: ['own_report', 'report_exists', 'content_locked'],
});
export const makeAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  summary: 'Ask the admins to lift my suspension; one open appeal at a time',
  who: 'user',
  body: reasonBody,
  output: z.object({ id: uuid, status: reportStatus }),
  status: 201,
  errors: ['report_exists', 'conflict'],
  whileSuspended: true,
});
