import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { htmlHeaders, securityHeaders } from './security-headers.ts';

/** Answers input that is not HTTP, or has too many headers: no hook ever sees it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex, secure: boolean): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    endWithPage(socket, '431 Request Header Fields Too Large', tooManyHeaders, secure);
    return;
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  endWith(socket, status, { code: 'validation_failed', message: 'The request is not readable.' }, secure);
}

/** Answers CONNECT, which Node passes to no hook. Caddy counts a connection that ends without an answer as a failure of this node. */
export function refuseTunnel(socket: Duplex, secure: boolean): void {
  socket.on('error', () => socket.destroy());
  socket.on('finish', () => socket.destroy());
  const { message } = errorTable.method_not_allowed;
  endWith(socket, '405 Method Not Allowed', { code: 'method_not_allowed', message }, secure);
}

/** People meet this in a browser, and no other page of the site can explain it to them. */
const tooManyHeaders = {
  title: 'Your browser sent more than this site can read',
  text: [
    'Either the address is very long, or too many cookies are stored for this site.',
    'Open the <a href="/">home page</a>. If you see this message there too, delete this site’s cookies in your browser’s settings, then reload the page. You’ll need to sign in again.',
  ],
};

function endWithPage(socket: Duplex, status: string, { title, text }: typeof tooManyHeaders, secure: boolean): void {
  const nonce = randomBytes(16).toString('base64');
  const style =
    'body{max-width:36em;margin:15vh auto;padding:0 1.25rem;font:1.125rem/1.6 system-ui,sans-serif}h1{font-size:1.5rem;line-height:1.3}a{color:inherit}';
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${text.map((line) => `<p>${line}</p>`).join('\n')}
</main>
</body>
</html>
`;
  end(socket, status, body, {
    ...securityHeaders(secure),
    ...htmlHeaders(nonce, secure),
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

function endWith(socket: Duplex, status: string, refusal: { code: ErrorCode; message: string }, secure: boolean): void {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  end(socket, status, JSON.stringify(refusal), { ...securityHeaders(secure), ...type });
}

function end(socket: Duplex, status: string, body: string, own: Record<string, string>): void {
  const headers = {
    ...own,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
