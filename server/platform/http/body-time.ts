import type { FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '#contract/errors.ts';
import { sendError } from './errors.ts';

export const bodyWithinMs = 20_000;

/**
 * Ends a request whose body trickles in, so that it cannot hold a connection for minutes. It gets an answer, because nginx counts a
 * connection that ends without one as a failure of this node.
 */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  // Nothing reads an empty body, so its `end` never comes.
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (reply.sent || reply.raw.headersSent) raw.destroy();
    else sendError(reply.header('Connection', 'close'), appError('request_timeout'));
  }, bodyWithinMs);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
