import { type LedgerTotals, noTotals } from '#contract/checkpoint.ts';
import { type LedgerKeys, openRoot } from '#contract/key-change.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { listLeafHashes } from './chain.sql.ts';
import { findWrongKeyChanges, readLedgerKeys } from './check-key-changes.ts';
import { addTotals, differingTotal } from './ledger-totals.ts';
import { GrowingTree, noteHash, proofTools } from './merkle-tree.ts';
import { listAllRoots, type StoredRoot } from './roots.sql.ts';
import { sumBetween } from './sum-totals.ts';

const batch = 50_000;

/** Invariants of the hash chain and the roots for `cli check`. */
export const transparencyInvariants = (context: Platform): readonly Invariant[] => [
  {
    name: 'every journal is in the hash chain or waits for it, for an hour at most',
    sql: `select j.id, j.created_at, w.journal_id is not null as waits from ledger_journals j
          left join ledger_chain c on c.journal_id = j.id left join ledger_unchained w on w.journal_id = j.id
          where (c.journal_id is null) <> (w.journal_id is not null)
            or (w.journal_id is not null and j.created_at < clock_timestamp() - interval '1 hour')`,
  },
  {
    name: 'the hash chain has no gap, and each hash follows from the one before',
    sql: `select position, journal_id from (
            select position, journal_id, chain_hash, row_number() over w - 1 as place,
              ledger_chain_hash(lag(chain_hash) over w, leaf_hash) as should_be
            from ledger_chain window w as (order by position)
          ) link
          where position <> place or chain_hash <> should_be`,
  },
  {
    name: 'every journal matches the hash chain',
    sql: `select c.position, j.id, j.kind, j.cause from ledger_chain c left join ledger_journals j on j.id = c.journal_id
          where ledger_leaf_hash(ledger_record(j, c.salt)) is distinct from c.leaf_hash`,
  },
  {
    name: 'the sums of each day are those of its chained journals',
    sql: `select coalesce(d.day, e.day) as day, coalesce(d.kind, e.kind) as kind, coalesce(d.account, e.account) as account,
            d.amount_cents as stored, e.cents as should_be
          from ledger_days d full join (
            select (j.created_at at time zone 'UTC')::date as day, j.kind, split_part(e.account, ':', 1) as account,
              sum(e.amount_cents)::bigint as cents
            from ledger_chain c join ledger_journals j on j.id = c.journal_id join ledger_entries e on e.journal_id = j.id
            group by 1, 2, 3
          ) e using (day, kind, account)
          where d.amount_cents is distinct from e.cents`,
  },
  {
    name: 'every key change is signed by both keys and leads to the key that signs',
    ask: () => findWrongKeyChanges(context),
  },
  { name: 'every published root is signed and matches the hash chain', ask: () => findWrongRoots(context) },
];

interface WrongRoot {
  id: number;
  fault: string;
}

/** The ledger up to a root, computed again without the stored subtrees. */
interface Recomputed {
  tree: GrowingTree;
  totals: LedgerTotals;
  keys: LedgerKeys;
  /** The root before. */
  previous: StoredRoot | undefined;
}

async function findWrongRoots(context: Platform): Promise<WrongRoot[]> {
  const { sql } = context.db;
  const wrong: WrongRoot[] = [];
  const tree = new GrowingTree();
  let totals = noTotals;
  let previous: StoredRoot | undefined;
  const roots = await listAllRoots(sql);
  // After the roots: a rotation meanwhile must not leave one without its key.
  const keys = await readLedgerKeys(context);
  for (const root of roots) {
    totals = addTotals(totals, await sumBetween(sql, tree.size, root.size));
    while (tree.size < root.size) {
      const leaves = await listLeafHashes(sql, tree.size, Math.min(tree.size + batch, root.size));
      if (leaves.length === 0) break;
      for (const leaf of leaves) tree.append(leaf);
    }
    const fault = await faultOf(root, { tree, totals, keys, previous });
    previous = root;
    if (fault) wrong.push({ id: root.id, fault });
  }
  return wrong;
}

async function faultOf(
  { size, rootHash, note }: StoredRoot,
  { tree, totals, keys, previous }: Recomputed,
): Promise<string | undefined> {
  const checkpoint = await openRoot(proofTools, note, keys);
  if (!checkpoint) return 'its signature does not match';
  // Roots of early versions name none.
  if (checkpoint.previous !== undefined && checkpoint.previous !== (previous && noteHash(previous.note))) {
    return 'the root before it was removed or replaced';
  }
  // A root that covers less than the one before fails here too, because the tree only grows.
  if (tree.size !== size || checkpoint.size !== size) return 'its size does not match the hash chain';
  const root = tree.root();
  if (!root.equals(rootHash) || root.toString('hex') !== checkpoint.rootHash)
    return 'its hash does not match the leaves';
  const wrong = differingTotal(checkpoint.totals, totals);
  return wrong && `its total "${wrong}" does not match the ledger`;
}
