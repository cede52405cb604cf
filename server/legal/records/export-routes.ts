import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { decisionReason } from '#contract/admin/admin-list.ts';
import { appError } from '#contract/errors.ts';
import { plural, t } from '#contract/language/text.ts';
import { exportedProductionsMax, performerExportPath } from '#contract/performers.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import { type RawCall, type RawRoutes, rawContext, signedIn } from '#server/platform/http/request-context.ts';
import { requireFreshProof } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { exportRecords } from './export-records.ts';

const query = z.object({
  username: z.string().max(50).optional(),
  productions: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(
      z.array(uuid).max(exportedProductionsMax, {
        error: () =>
          t`Choose at most ${plural({ records: exportedProductionsMax }, { one: '# record', other: '# records' })}`,
      }),
    )
    .optional(),
  reason: decisionReason,
});

export const exportCall: RawCall = {
  method: 'get',
  path: performerExportPath,
  summary:
    'Export performer records as a zip: `username` for one creator, `productions` for some of them by their ids, `reason` for the audit trail',
  who: 'admin',
};

/** Sends the decrypted performer records to an admin with a fresh proof of identity. */
export function exportRoutes(context: Platform): RawRoutes {
  const perAdmin = context.limits.limiter('performer exports', { points: 20, perMs: 60 * 60_000 });
  return (app: FastifyInstance) => {
    app.get(performerExportPath, async (request, reply) => {
      const caller = await rawContext(request);
      const actor = signedIn(caller);
      // A link on another site must not make an admin's browser save the records.
      if (request.headers['sec-fetch-site'] === 'cross-site') throw appError('cross_origin');
      requireFreshProof(actor);
      const filters = parseValue(query, request.query);
      await perAdmin.consume(actor.userId);
      const archive = await exportRecords(context, actor, { ...filters, ip: caller.ip });
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="performer-records-${new Date().toISOString().slice(0, 10)}.zip"`,
        'Cache-Control': 'private, no-store',
      });
      return reply.send(archive);
    });
  };
}
