import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { type OperatorRow, readOperatorRow } from './operator.sql.ts';

/** The operator of this installation. A detail is null until an admin or a setting names it. */
export interface OperatorDetails {
  name: string | null;
  address: string | null;
  email: string | null;
}

/** A setting of the server overrides what an admin has entered. */
export function mergeOperator(
  { operatorSettings }: Pick<Config, 'operatorSettings'>,
  row: Pick<OperatorRow, 'name' | 'address' | 'email'>,
): OperatorDetails {
  return {
    name: operatorSettings.name ?? row.name,
    address: operatorSettings.address ?? row.address,
    email: operatorSettings.email ?? row.email,
  };
}

export async function readOperator({
  config,
  db,
}: {
  config: Pick<Config, 'operatorSettings'>;
  db: Pick<Database, 'sql'>;
}): Promise<OperatorDetails> {
  return mergeOperator(config, await readOperatorRow(db.sql));
}

/** Where messages to the operator go: the contact form and replies to legal emails. */
export async function readContactEmail({
  config,
  db,
}: {
  config: Pick<Config, 'operatorSettings' | 'adminContact'>;
  db: Pick<Database, 'sql'>;
}): Promise<string> {
  return (await readOperator({ config, db })).email ?? config.adminContact;
}
