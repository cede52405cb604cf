import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';

/** Without the query: it may hold a one-use token. */
const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/** Logs and measures each answer. */
export function logRequests(app: FastifyInstance, { log, metrics }: { log: Logger; metrics: Metrics }): void {
  // No field of a line is secret, so lines are not redacted: redaction took longer than everything else of a line.
  const requests = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.httpDuration.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    requests.info(
      {
        requestId: request.id,
        method,
        path: pathOf(request),
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
  const path = pathOf(request);
  if (!adminPath.test(path)) return;
  // The context exists only if the session was read; a refusal before that is not about the account.
  request.fanfare?.context?.then(
    ({ actor }) => {
      if (!actor || (actor.role === 'admin' && status !== 403)) return;
      const { method, id: requestId, ip } = request;
      log.warn({ accountId: actor.userId, method, path, status, requestId, ip }, 'admin access refused');
    },
    () => undefined,
  );
}
