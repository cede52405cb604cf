import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEntityTag } from '#server/platform/http/send-shared.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';

/** Escapes a text for XML and removes characters that XML does not allow. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>';

/** Sends a text, or 304 if the client has it. Anyone may cache it for `maxAgeS` seconds; without it, it is for this client only. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text, maxAgeS }: { type: string; text: string; maxAgeS?: number },
): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const cacheControl = maxAgeS === undefined ? 'private, no-cache' : `public, max-age=${maxAgeS}`;
  reply.header('Cache-Control', cacheControl).header('ETag', etag);
  if (hasEntityTag(request, etag)) return reply.code(304).send();
  return reply.type(type).send(text);
}
