import { type CardProcessor, ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { bindAccount, dependsOnAccount, readBoundAccount, rebindAccount } from './processor-accounts.sql.ts';

/**
 * Throws if a processor's key belongs to another account than the one this database's cards and money belong to. That account knows none
 * of our references: charges would be refused, and lookups would take paid pledges for unpaid. The first start binds the database to the
 * account; a database without cards and money follows the key. Without an answer from the processor it only warns, so that an outage
 * there does not keep this site down. Call it before jobs start and before anything is reconciled.
 */
export async function refuseOtherAccount(context: MoneyContext): Promise<void> {
  for (const processor of context.processors.all) await refuseOther(context, processor);
}

async function refuseOther({ db, log }: MoneyContext, processor: CardProcessor): Promise<void> {
  const accountRef = await readAccount(processor).catch((error: unknown) => {
    if (!(error instanceof ProcessorFault)) throw error;
    log.warn({ err: error, processor: processor.name }, 'could not check the account at the card processor');
    return undefined;
  });
  if (accountRef === undefined) return;
  const mode = { processor: processor.name, live: !processor.testMode };
  await db.tx(async (tx) => {
    const bound = await bindAccount(tx, mode, accountRef);
    if (bound === accountRef) return;
    if (!(await dependsOnAccount(tx, mode))) return rebindAccount(tx, mode, accountRef);
    throw new Error(
      `this database belongs to the ${processor.name} account ${bound}, and the configured key belongs to ${accountRef}. Set a key of ${bound}, or use another database.`,
    );
  });
}

/** The account that this database is bound to and the account of the key; each is undefined if there is none. Throws ProcessorFault. */
export async function compareAccounts(
  { db }: Pick<MoneyContext, 'db'>,
  processor: CardProcessor,
): Promise<{ bound: string | undefined; configured: string | undefined }> {
  const mode = { processor: processor.name, live: !processor.testMode };
  return { bound: await readBoundAccount(db.sql, mode), configured: await readAccount(processor) };
}

const readAccount = async (processor: CardProcessor) => processor.readAccount?.();
