import type { IncomingHttpHeaders } from 'node:http';

/** Headers of every response. HTML pages add `htmlHeaders`. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The headers of an HTML page whose inline scripts and styles carry `nonce`. */
export const htmlHeaders = (nonce: string, secure = false): Record<string, string> =>
  headersOfPage({ script: `'nonce-${nonce}'`, style: `'nonce-${nonce}'` }, secure);

/**
 * The headers of an HTML page that allows these sources, a nonce or hashes, of inline scripts and styles. The policy allows style
 * attributes, because rendered meters set their width in one; they cannot load or run anything.
 */
export function headersOfPage(allowed: { script: string; style: string }, secure: boolean): Record<string, string> {
  const policy = [
    "default-src 'self'",
    ['script-src', ...(allowed.script ? [allowed.script] : []), "'strict-dynamic'"].join(' '),
    `style-src 'self' ${allowed.style}`.trimEnd(),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'Content-Type': 'text/html; charset=utf-8' };
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether a request that may change something comes from our own pages or from no browser. Newer browsers send Sec-Fetch-Site, and all
 * send Origin except on plain GETs; a request with neither header was not sent by a page. This is the rule of Go's
 * CrossOriginProtection. SameSite=Lax cookies and JSON-only bodies are the second line of defense.
 */
export function isOwnRequest(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = headers.origin;
  if (origin === undefined) return true;
  if (origin === publicUrl) return true;
  // localhost, 127.0.0.1 and [::1] name the same machine.
  const { host } = headers;
  return host !== undefined && loopback.test(host) && origin === `http://${host}`;
}
