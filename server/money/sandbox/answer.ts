import { AppError } from '#contract/app-error.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import { isInsideTransaction, isUnavailable } from '#server/platform/postgres/db.ts';

/** Runs one call of the port. A call to a real processor would hold a transaction and its locks until the network answers. */
export async function answer<T>(work: () => Promise<T>): Promise<T> {
  if (isInsideTransaction()) throw new Error('the card processor was called inside a transaction');
  return work().catch(asFault);
}

/** While PostgreSQL is unavailable, the sandbox behaves like a processor that does not answer. */
function asFault(error: unknown): never {
  if (isUnavailable(error) || (error instanceof AppError && error.code === 'unavailable')) {
    throw new ProcessorFault('unknown', 'the sandbox processor does not answer', { cause: error });
  }
  throw error;
}
