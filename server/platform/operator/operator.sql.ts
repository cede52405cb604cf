import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface OperatorRow {
  name: string | null;
  address: string | null;
  email: string | null;
  mailTestedAt: Date | null;
  checklistHiddenAt: Date | null;
}

const none: OperatorRow = { name: null, address: null, email: null, mailTestedAt: null, checklistHiddenAt: null };

/** The values that admins have entered. The row exists from the migration on. */
export async function readOperatorRow(sql: Connection): Promise<OperatorRow> {
  const [row] = await sql<OperatorRow[]>`
    select name, address, email, mail_tested_at, checklist_hidden_at from operator_details`;
  return row ?? none;
}

/** The row, locked until the transaction ends. */
export async function lockOperatorRow(tx: Tx): Promise<OperatorRow> {
  const [row] = await tx<OperatorRow[]>`
    select name, address, email, mail_tested_at, checklist_hidden_at from operator_details for update`;
  return row ?? none;
}

export async function updateOperatorRow(
  tx: Tx,
  { name, address, email }: Pick<OperatorRow, 'name' | 'address' | 'email'>,
): Promise<void> {
  await tx`update operator_details set ${tx({ name, address, email })}`;
}

export async function markMailTested(sql: Connection): Promise<void> {
  await sql`update operator_details set mail_tested_at = clock_timestamp()`;
}

export async function hideChecklist(tx: Tx, hidden: boolean): Promise<void> {
  await tx`update operator_details set checklist_hidden_at = case when ${hidden} then clock_timestamp() end`;
}
