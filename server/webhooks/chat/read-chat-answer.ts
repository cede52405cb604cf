import type { ChatKind } from '#contract/webhooks/webhook-limits.ts';
import type { PostOutcome } from '../post-webhook.ts';
import { pauseMs } from '../retry-schedule.ts';
import type { Verdict } from '../webhook-format.ts';

/** The channel, or the webhook in it, is gone or closed. Slack answers 410 for an archived channel. */
const refusing = [401, 403, 404, 410];
const longestPauseMs = 24 * 60 * 60_000;
/** Slack takes one message per second and channel, and has no header for it. */
const slackPauseMs = 1000;
const leastPauseMs = 1000;
const blockedPauseMs = 10 * 60_000;

/** Fewer characters of a token are no secret, and may be a word. */
const partMin = 6;

/** The answer without the token of the address, should it repeat it. The end of an answer may have cut it off. */
export function withoutToken(answer: string, token: string): string {
  const text = answer.replaceAll(token, '…');
  for (let length = token.length - 1; length >= partMin; length -= 1) {
    if (text.endsWith(token.slice(0, length))) return `${text.slice(0, -length)}…`;
  }
  return text;
}

/** The code with which Discord's network refuses this address before Discord sees the request. */
const networkRefusal = 40333;

type Answered = Pick<PostOutcome, 'status' | 'answer' | 'headers' | 'retryAfter'>;

function secondsToMs(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return undefined;
  return Math.min(Math.ceil(seconds * 1000), longestPauseMs);
}

function jsonOf(answer: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(answer);
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    // Cut off, or no JSON.
    return {};
  }
}

/** How long Discord wants no more messages for this webhook, after an answer of any status. */
const untilResetMs = ({ headers }: Answered): number =>
  headers?.['x-ratelimit-remaining'] === '0' ? (secondsToMs(headers['x-ratelimit-reset-after']) ?? leastPauseMs) : 0;

/** Whether the network in front of Discord answered, which is about the address of this installation and no webhook: by a page or a line of text. */
const isOfNetwork = ({ answer }: Answered): boolean =>
  jsonOf(answer).code === networkRefusal || /^\s*(?:<|error code:)/i.test(answer);

/** A message that came too soon. */
function readTooMany(kind: ChatKind, outcome: Answered, attempts: number): Verdict {
  const { headers = {}, answer } = outcome;
  const body = jsonOf(answer);
  const asked = [secondsToMs(outcome.retryAfter), secondsToMs(body.retry_after), untilResetMs(outcome) || undefined];
  const named = asked.filter((ms) => ms !== undefined);
  const pause = named.length > 0 ? Math.max(leastPauseMs, ...named) : pauseMs(outcome, attempts);
  const scope = headers['x-ratelimit-scope'];
  const isGlobal =
    kind === 'discord' &&
    (scope === 'global' || headers['x-ratelimit-global'] === 'true' || body.global === true || isOfNetwork(outcome));
  return { isSuccess: false, pauseMs: pause, pauseAllMs: isGlobal ? pause : 0, isRefused: scope !== 'shared' };
}

/** The meaning of a chat service's answer for the endpoint, and for all endpoints of the service. */
export function readChatAnswer(kind: ChatKind, outcome: Answered, attempts: number): Verdict {
  const { status } = outcome;
  if (status === 429) return readTooMany(kind, outcome, attempts);
  if (status === 403 && kind === 'discord' && isOfNetwork(outcome)) {
    const pause = Math.max(secondsToMs(outcome.retryAfter) ?? 0, blockedPauseMs);
    return { isSuccess: false, pauseMs: pause, pauseAllMs: pause, isRefused: true };
  }
  if (status !== null && refusing.includes(status)) {
    return { isSuccess: false, offReason: 'refused', pauseMs: 0, pauseAllMs: 0, isRefused: true };
  }
  const isSuccess = status !== null && status >= 200 && status < 300;
  const own = isSuccess ? (kind === 'slack' ? slackPauseMs : 0) : pauseMs(outcome, attempts);
  const pause = Math.max(own, kind === 'discord' ? untilResetMs(outcome) : 0);
  // A filter of the channel, or a forum without a thread. Slack's second try goes without the picture.
  const isFinal = status === 400 && attempts > 1;
  return { isSuccess, isFinal, pauseMs: pause, pauseAllMs: 0, isRefused: false };
}
