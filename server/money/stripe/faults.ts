import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { ProcessorFault } from '#server/money/card-processor.ts';
import { isInsideTransaction } from '#server/platform/postgres/db.ts';
import { answerOf, solverOf } from './refusal-codes.ts';

const {
  StripeAPIError,
  StripeCardError,
  StripeError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripeRateLimitError,
} = Stripe.errors;

/** Runs one ability of the port and turns every error into a ProcessorFault. */
export async function answer<T>(call: string, work: () => Promise<T>): Promise<T> {
  // The call would hold the transaction and its locks until the network answers.
  if (isInsideTransaction()) throw new Error(`${call}: the card processor was called inside a transaction`);
  try {
    return await work();
  } catch (error) {
    throw asFault(call, error);
  }
}

/**
 * `refused` only when Stripe certainly did nothing and a repetition cannot help: an invalid request, an object that does not exist, a
 * declined card. Everything else is `unknown`, so that callers look the object up and try again later:
 * - no answer, an answer without JSON, a 5xx;
 * - 409, because another call with this idempotency key is still running;
 * - 429, because the same call succeeds later;
 * - 401 and 403, because the operator has to fix the key, and no payment or refund should fail until then;
 * - a reused idempotency key with other parameters, because the earlier call may have acted.
 */
export function asFault(call: string, error: unknown): ProcessorFault {
  if (error instanceof ProcessorFault) return error;
  if (!(error instanceof StripeError)) {
    return new ProcessorFault('unknown', `stripe ${call}: unusable answer`, { cause: error });
  }
  const { message, requestId, statusCode } = error;
  const text = `stripe ${call}: ${message}${requestId ? ` (${requestId})` : ''}`;
  return new ProcessorFault(isRefusal(error, statusCode) ? 'refused' : 'unknown', text, {
    cause: error,
    answer: answerOf(error),
    solver: solverOf(error),
  });
}

function isRefusal(error: unknown, statusCode: number | undefined): boolean {
  if (error instanceof StripeIdempotencyError || error instanceof StripeRateLimitError) return false;
  if (error instanceof StripeAPIError) return false;
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError) return true;
  // The errors of the v2 API have other classes.
  return statusCode === 400 || statusCode === 404;
}

/** Null when Stripe does not know the object. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StripeError && (error.code === 'resource_missing' || error.statusCode === 404)) return null;
    throw error;
  }
}

export function isInvalidRequest(error: unknown): boolean {
  return error instanceof StripeInvalidRequestError;
}

export function isCardError(error: unknown): error is Stripe.errors.StripeCardError {
  return error instanceof StripeCardError;
}

/** Stripe stores a 5xx under the idempotency key and repeats it for at least 24 hours, whether or not the call acted. */
function isStoredFailure(error: unknown): boolean {
  return (
    error instanceof StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true'
  );
}

/** How many stored failures of one call are passed over. */
const maxStoredFailures = 20;

/**
 * Makes a call whose duplicate would be harmless. If Stripe only repeats a stored failure, finds what the failed call created, and else
 * calls again under the next key: that failure may be stored as well, and the call would otherwise fail for a day.
 */
export async function createOnce<T>(
  key: string,
  create: (idempotencyKey: string) => Promise<T>,
  find: () => Promise<T | null>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      const tried = failures === 0 ? key : `${key}:again${failures === 1 ? '' : `:${failures}`}`;
      return await afterOthers(() => create(tried));
    } catch (error) {
      if (!isStoredFailure(error) || failures === maxStoredFailures) throw error;
    }
    const existing = await find();
    if (existing) return existing;
  }
}

/** How long to wait for another call with the same idempotency key, such as after a double click on "Pay". */
const waitsMs = [100, 200, 400, 800];

/** Stripe answers 409 while another call with this idempotency key runs. Afterwards it gives both callers the same answer. */
async function afterOthers<T>(call: () => Promise<T>): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StripeError) || error.code !== 'idempotency_key_in_use') throw error;
      // Random, so that many callers do not meet again.
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
  return call();
}
