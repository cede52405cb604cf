import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import { callerIn } from './routes.ts';

/**
 * A segment of a path that may be a secret of 256 bits in base64url, or one with characters that do not belong to it, as after a wrong paste. The words
 * of addresses have no capital letters.
 */
const secretSegment = /(?<=\/)(?=[\w-]*[A-Z])[\w-]{43,}/g;

/** Without the query, which may hold a one-use token, and without a token in the path. */
export const loggedPath = (url: string): string => (url.split('?', 1)[0] ?? '').replace(secretSegment, '[hidden]');

/** Logs and measures each answer. */
export function logRequests(app: FastifyInstance, { log, metrics }: { log: Logger; metrics: Metrics }): void {
  // No field of a line is secret, so lines are not redacted: redaction took longer than everything else of a line.
  const requests = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    if (!request.routeOptions.config.isStream)
      metrics.httpDuration.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    requests.info(
      {
        requestId: request.id,
        method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      'request',
    );
    logRefusedAdmin(request, reply.statusCode, log);
    done();
  });
}

const adminPath = /^\/(api\/)?admin(\/|$)/i;

/** Logs an account that is refused at an admin address: a page redirects it, a call answers 403. That includes a suspended admin. */
function logRefusedAdmin(request: FastifyRequest, status: number, log: Logger): void {
  const path = loggedPath(request.url);
  if (!adminPath.test(path)) return;
  // The context exists only if the session was read; a refusal before that is not about the account.
  request.fanfare?.context?.then(
    (context) => {
      const { actor } = callerIn(context);
      if (!actor || (actor.role === 'admin' && status !== 403)) return;
      const { method, id: requestId, ip } = request;
      log.warn({ accountId: actor.userId, method, path, status, requestId, ip }, 'admin access refused');
    },
    () => undefined,
  );
}
