import type http from 'node:http';
import { apiLimits } from '#contract/programs/api-limits.ts';
import type { DeliveryFault } from '#contract/webhooks/webhooks.ts';
import { requestTo, type Target, TargetRefused } from '#server/platform/network/public-target.ts';
import type { Platform } from '#server/platform/platform.ts';
import { checkWebhookTarget, type TargetOptions } from './webhook-target.ts';

/** The rest of an answer, which the owner may look at. The status alone decides. */
const bodyWithinMs = 2000;
const answerMaxBytes = 1024;

export interface PostOutcome {
  /** Null without an answer. */
  status: number | null;
  fault: DeliveryFault | null;
  answer: string;
  retryAfter?: string | undefined;
  headers?: http.IncomingHttpHeaders;
  durationMs: number;
}

export interface Posted {
  url: string;
  headers: http.OutgoingHttpHeaders;
  body: string;
}

/**
 * Posts a body to a checked address, and connects to no other. Follows no redirect, inflates nothing, and reads at most 1 KB of the answer.
 * Never throws, except if `stopping` aborts: then nothing is known about the try.
 */
export async function postWebhook(
  context: Pick<Platform, 'config'>,
  posted: Posted,
  stopping: AbortSignal,
  options?: TargetOptions,
): Promise<PostOutcome> {
  const begunAt = performance.now();
  const tooLate = AbortSignal.timeout(apiLimits.webhookAnswerMs);
  const signal = AbortSignal.any([stopping, tooLate]);
  const passed = () => Math.round(performance.now() - begunAt);
  try {
    // A DNS lookup cannot be canceled. After the timeout, its late result is ignored.
    const target = await orAborted(checkWebhookTarget(context, posted.url, options), signal);
    const answer = await exchange(target, posted, signal);
    return { ...answer, fault: null, durationMs: passed() };
  } catch (error) {
    stopping.throwIfAborted();
    const fault = tooLate.aborted ? 'timeout' : faultOf(error);
    return { status: null, fault, answer: '', durationMs: passed() };
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

async function exchange(
  target: Target,
  posted: Posted,
  signal: AbortSignal,
): Promise<Omit<PostOutcome, 'durationMs' | 'fault'>> {
  const { body } = posted;
  const headers = {
    'accept-encoding': 'identity',
    'content-length': Buffer.byteLength(body),
    ...posted.headers,
  };
  const response = await requestTo(target, { method: 'POST', headers, body, signal });
  try {
    const { headers } = response;
    const retryAfter = headers['retry-after'];
    return { status: response.statusCode ?? 0, answer: await readBeginning(response), retryAfter, headers };
  } finally {
    response.destroy();
  }
}

/** An answer that breaks off or drips is read as far as it came. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), bodyWithinMs);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answerMaxBytes) break;
    }
  } catch {
    // The status has arrived already.
  } finally {
    clearTimeout(timer);
  }
  // PostgreSQL stores no zero character.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, answerMaxBytes)).replaceAll('\0', '\uFFFD');
}

const tlsFaults = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/;

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof TargetRefused) return 'address';
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  // Such as queryAaaa, of the resolver.
  if (syscall.startsWith('query')) return 'name';
  if (tlsFaults.test(code)) return 'tls';
  return code.startsWith('HPE_') ? 'answer' : 'connection';
}
