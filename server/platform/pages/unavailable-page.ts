import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { t } from '#contract/language/text.ts';
import { siteTexts } from '#contract/site-texts.ts';
import { htmlHeaders } from '#server/platform/http/security-headers.ts';
import { isApi } from '#server/platform/network/own-address.ts';
import { plainPage, themeOf } from './plain-page.ts';

export interface UnavailablePage {
  brandName: string;
  secure: boolean;
  retryAfterS: number;
}

/** Reloads the page once the server is ready. Each browser waits a random time, so that they do not all return at once. */
const reopen = `const pause = () => setTimeout(check, 2000 + Math.random() * 2000);
const check = () => fetch('/readyz', { cache: 'no-store' }).then((answer) => (answer.ok ? location.reload() : pause()), pause);
pause();`;

/** Whether the response is a document for a person rather than data for a program. */
export function isForReading({ url, headers }: FastifyRequest): boolean {
  if (isApi(url)) return false;
  return headers['sec-fetch-mode'] === 'navigate' || (headers.accept ?? '').includes('text/html');
}

/** Answers 503 with a page that explains itself. */
export function sendUnavailablePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { brandName, secure, retryAfterS }: UnavailablePage,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const html = plainPage({
    title: t`Back in a moment | ${{ brand: brandName }}`,
    heading: t`We’ll be back in a moment`,
    text: isRead ? siteTexts.unavailable(brandName) : siteTexts.unavailableForChange(brandName),
    theme: themeOf(request.headers.cookie),
    nonce,
    ...(isRead ? { again: t`Try again`, script: reopen } : {}),
  });
  return reply
    .status(503)
    .headers(htmlHeaders(nonce, secure))
    .header('Cache-Control', 'no-store')
    .header('Retry-After', String(retryAfterS))
    .send(html);
}
