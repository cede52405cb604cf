import type { Duplex } from 'node:stream';
import type { ErrorCode } from '#contract/app-error.ts';
import { errorMessages } from '#contract/errors.ts';
import { inEnglish } from '#contract/language/text.ts';
import { securityHeaders } from './security-headers.ts';

/** Answers input that is not HTTP, or has too many headers: no hook ever sees it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex, secure: boolean): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  endWith(socket, status, { code: 'validation_failed', message: 'The request is not readable.' }, secure);
}

/** Answers CONNECT, which Node passes to no hook. Caddy counts a connection that ends without an answer as a failure of this node. */
export function refuseTunnel(socket: Duplex, secure: boolean): void {
  socket.on('error', () => socket.destroy());
  socket.on('finish', () => socket.destroy());
  const message = inEnglish(errorMessages.method_not_allowed);
  endWith(socket, '405 Method Not Allowed', { code: 'method_not_allowed', message }, secure);
}

function endWith(socket: Duplex, status: string, refusal: { code: ErrorCode; message: string }, secure: boolean): void {
  const body = JSON.stringify(refusal);
  const headers = {
    ...securityHeaders(secure),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
