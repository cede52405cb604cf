import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { type Area, type Finding, ok, problem, reasonOf, warning } from '#server/health/checkup.ts';
import type { Config } from '#server/platform/config/config.ts';

const withinMs = 10_000;
const dayMs = 24 * 60 * 60_000;
/** Certificates of Let's Encrypt are renewed 30 days before they expire. */
const renewalDays = 21;
const weekDays = 7;
/** Half a year, the least that preload lists and scanners accept. */
const hstsSeconds = 182 * 24 * 60 * 60;

interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** Only over https. */
  validTo: Date | undefined;
}

/** The site as visitors reach it: through DNS, the proxy and its certificate. */
export function siteChecks({ publicUrl, secure, onThisMachine }: Config): Area {
  const { hostname } = new URL(publicUrl);
  let response: Promise<Response> | undefined;
  const health = () => {
    response ??= get(`${publicUrl}/healthz`);
    return response;
  };
  return {
    area: 'Site',
    checks: [
      { name: 'DNS', run: () => (onThisMachine ? undefined : resolveHost(hostname)) },
      { name: 'Answer', run: async () => judgeHealth(publicUrl, await health().catch(reasonOf)) },
      {
        name: 'Certificate',
        run: () => (secure ? overTls(health(), ({ validTo }) => judgeCertificate(validTo, new Date())) : undefined),
      },
      {
        name: 'HSTS',
        run: () =>
          secure ? overTls(health(), ({ headers }) => judgeHsts(headers['strict-transport-security'])) : undefined,
      },
      { name: 'Redirect to https', run: () => (secure && !onThisMachine ? redirect(publicUrl) : undefined) },
      { name: 'Readiness', run: () => readiness(publicUrl) },
    ],
  };
}

async function overTls(answer: Promise<Response>, judge: (answer: Response) => Finding): Promise<Finding | undefined> {
  const response = await answer.catch(() => undefined);
  return response && judge(response);
}

async function resolveHost(hostname: string): Promise<Finding> {
  try {
    const addresses = await lookup(hostname, { all: true });
    return ok(`${hostname} resolves to ${addresses.map(({ address }) => address).join(', ')}.`);
  } catch {
    return problem(`${hostname} has no address; add an A or AAAA record at your DNS provider.`);
  }
}

/** `answer` is the reason if there is none. */
export function judgeHealth(publicUrl: string, answer: Pick<Response, 'status' | 'body'> | string): Finding {
  if (typeof answer === 'string')
    return problem(`${publicUrl}/healthz does not answer (${answer}); start the server, and check proxy and firewall.`);
  if (answer.status === 200 && answer.body.includes('"status":"ok"')) return ok(`${publicUrl}/healthz answers.`);
  return problem(
    `${publicUrl}/healthz answers with ${answer.status} and not from this product; point the proxy at this server.`,
  );
}

/** Without any answer, the line "Answer" already says what to do. */
async function readiness(publicUrl: string): Promise<Finding | undefined> {
  const answer = await get(`${publicUrl}/readyz`).catch(() => undefined);
  return answer && judgeReadiness(answer);
}

export function judgeReadiness({ status, body }: Pick<Response, 'status' | 'body'>): Finding {
  if (status === 200) return ok('The server is ready for visitors.');
  return problem(`/readyz answers with ${status} (${body.slice(0, 100)}); read the server's log.`);
}

export function judgeCertificate(validTo: Date | undefined, now: Date): Finding {
  if (!validTo) return problem('The certificate has no expiry date; install one from a public authority.');
  const days = Math.floor((validTo.getTime() - now.getTime()) / dayMs);
  if (days < weekDays) return problem(`The certificate expires in ${days} days; renew it now.`);
  if (days < renewalDays)
    return warning(`The certificate expires in ${days} days; check that it renews automatically.`);
  return ok(`The certificate is valid for ${days} more days.`);
}

export function judgeHsts(header: string | string[] | undefined): Finding {
  const seconds = Number(/max-age=(\d+)/i.exec([header].flat().join(';'))?.[1] ?? 0);
  if (seconds >= hstsSeconds) return ok('Browsers are told to use https only.');
  return warning(
    'The header Strict-Transport-Security is missing or short; let the proxy pass on what the server sends.',
  );
}

async function redirect(publicUrl: string): Promise<Finding> {
  const address = publicUrl.replace('https:', 'http:');
  const answer = await get(`${address}/`).catch(() => undefined);
  if (!answer) return ok('Nothing answers over plain http.');
  const target = String(answer.headers.location ?? '');
  if (answer.status >= 300 && answer.status < 400 && target.startsWith('https:'))
    return ok('Plain http redirects to https.');
  return warning(`${address} answers without a redirect; let the proxy redirect it to https.`);
}

/** Reads at most 10 KB and follows no redirect. Rejects for an untrusted certificate, with the reason. */
function get(address: string): Promise<Response> {
  const request = address.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(address, { signal: AbortSignal.timeout(withinMs), agent: false }, (response) => {
      const { socket } = response;
      const validTo = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate().valid_to : undefined;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body = (body + part).slice(0, 10_000);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          validTo: validTo ? new Date(validTo) : undefined,
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
