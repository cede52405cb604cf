/** SQL: since when every change of a payout account is recorded. Nothing is known about charges before that. */
export const changesRecordedSince = `(select applied_at from schema_migrations where name like '0002\\_%')`;
