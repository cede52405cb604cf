import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ledgerExportPath, moneyMonthsCsvPath } from '#contract/admin/money.ts';
import { type RawCall, type RawRoutes, rawContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Limiter } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { exportLedger } from '#server/transparency/export-ledger.ts';
import { monthsCsv } from './months-csv.ts';
import { listMonths } from './position.sql.ts';

export const exportCalls: readonly RawCall[] = [
  { method: 'get', path: moneyMonthsCsvPath, summary: 'Download the months as CSV', who: 'admin' },
  {
    method: 'get',
    path: ledgerExportPath,
    summary: 'Download the ledger as text that anyone can verify',
    who: 'admin',
  },
];

async function limit(request: FastifyRequest, perAdmin: Limiter): Promise<void> {
  await perAdmin.consume(signedIn(await rawContext(request)).userId);
}

const fileHeaders = (type: string, name: string) => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'private, no-store',
});
const today = () => new Date().toISOString().slice(0, 10);

/** Files for admins: the months, and the whole ledger as a stream. */
export function exportRoutes(context: Platform): RawRoutes {
  const perAdmin = context.limits.limiter('money export', { points: 30, perMs: 60 * 60_000 });
  return (app: FastifyInstance) => {
    app.get(moneyMonthsCsvPath, async (request, reply) => {
      await limit(request, perAdmin);
      await chainJournals(context);
      const text = monthsCsv(await listMonths(context.db.sql));
      return reply.headers(fileHeaders('text/csv; charset=utf-8', `money-by-month-${today()}.csv`)).send(text);
    });
    app.get(ledgerExportPath, async (request, reply) => {
      await limit(request, perAdmin);
      const headers = fileHeaders('text/plain; charset=utf-8', `ledger-${today()}.txt`);
      return reply.headers(headers).send(Readable.from(exportLedger(context)));
    });
  };
}
