import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/app-error.ts';
import type { Method } from '#contract/endpoint.ts';
import { type RawCall, rawContext, type SessionReaders } from './request-context.ts';
import { callerIn, contextFor, requireAccess } from './routes.ts';

/**
 * Checks the caller of raw calls before their handlers run, by the `who` under which the API document lists them, and tells refusals as
 * endpoints do. A raw route that is not listed is open to everyone.
 */
export function guardRawCalls(
  scope: FastifyInstance,
  calls: readonly RawCall[],
  { reportRefusal }: Pick<SessionReaders, 'reportRefusal'>,
): void {
  const guarded = new Map(
    calls
      .filter(({ who }) => who !== 'anyone')
      .map(({ method, path, who }) => [`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, who]),
  );
  if (guarded.size === 0) return;
  scope.addHook('onRequest', async (request) => {
    const path = request.routeOptions.url ?? '';
    const method = request.method.toLowerCase();
    const isRead = method === 'get' || method === 'head';
    const who = guarded.get(`${method} ${path}`) ?? (isRead ? guarded.get(`get ${path}`) : undefined);
    if (!who) return;
    const context = await rawContext(request);
    const endpoint = { method: (isRead ? 'GET' : request.method) as Method, path, who };
    try {
      requireAccess(endpoint, contextFor({}, context).actor);
    } catch (error) {
      if (error instanceof AppError) await reportRefusal({ endpoint, ...callerIn(context), error });
      throw error;
    }
  });
}
