import type { FastifyInstance } from 'fastify';
import { appError } from '#contract/errors.ts';
import { exportPath } from '#contract/settings.ts';
import { actorOf, type RawCall } from '#server/platform/http/request-context.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { exportData } from './export-data.ts';

/** The personal data export. A separate module because it collects data from all others. */
export function exportModule(context: Platform, modules: readonly Module[]): Module {
  const parts = modules.flatMap(({ personalData }) => personalData ?? []);
  const perPerson = context.limits.limiter('export', { points: 20, perMs: 60 * 60_000 });
  const rawCalls: RawCall[] = [
    { method: 'get', path: exportPath, summary: 'Export my personal data as a zip of JSON files', who: 'user' },
  ];
  return { routes: [], raw: [routes], rawCalls };

  function routes(app: FastifyInstance): void {
    app.get(exportPath, async (request, reply) => {
      const actor = await actorOf(request);
      if (!actor) throw appError('not_signed_in');
      await perPerson.consume(actor.userId);
      const at = new Date();
      const { brandName } = context.config;
      const { userId, username } = actor;
      const name = `${brandName}-${username}-${at.toISOString().slice(0, 10)}.zip`.replaceAll(/[^\w.-]+/g, '-');
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      });
      return reply.send(exportData(context.db, parts, { userId, username, brandName, at }));
    });
  }
}
