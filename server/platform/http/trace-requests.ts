import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '#server/platform/observability/tracing.ts';

/** Probes would fill the collector. */
const untraced = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The trace of a proxy that TRUSTED_PROXIES names. Any other client could choose trace ids, and could make the server record everything.
 * Fastify fills `ips` with forwarded addresses only if the peer is trusted.
 */
function parentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' && (request.ips?.length ?? 0) > 1 ? traceparent : undefined;
}

/** One span per request, from its headers to the end of the response. Call it before other hooks, which then run inside the span. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (untraced.has(route)) return done();
    const span = tracing.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: parentOf(request),
      attributes: { 'http.request.method': request.method, 'http.route': route, 'fanfare.request_id': request.id },
    });
    spans.set(request, span);
    tracing.within(span, done);
  });
  // The body arrives in the context of the connection, which serves several requests.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) tracing.within(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (!span) return done();
    span.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span.fail(new HttpFailure());
    span.end();
    tracing.within(span, done);
  });
}

class HttpFailure extends Error {
  override name = 'http_5xx';
}
