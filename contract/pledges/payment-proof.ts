import type { Checkpoint, ProofTools } from '#contract/checkpoint.ts';
import { type LedgerKeys, openRoot } from '#contract/key-change.ts';
import { concatBytes, equalBytes, fromHex } from '#contract/values/bytes.ts';
import { rootOfPath } from '#contract/values/merkle-path.ts';

/** A journal as the ledger hashes and exports it: the JSON of `ledger_record` (server/transparency/ledger-chain.sql). */
export interface LedgerRecord {
  journal: number;
  kind: string;
  cause: string;
  /** "pledge:ID", or null. */
  subject: string | null;
  at: string;
  entries: [account: string, amountCents: number][];
  /** A random nonce of 64 hexadecimal digits, which keeps the hash from revealing the rest. */
  salt: string;
}

/** A journal with the hashes that connect it to a root. */
export interface ProvenEntry {
  /** The index of the leaf, starting at 0. */
  position: number;
  /** The exact text that is hashed. */
  record: string;
  /** Hexadecimal, from the leaf to the root. */
  path: string[];
}

export interface PaymentProof {
  format: 'fanfare-payment-proof/1';
  pledge: string;
  /** The signed note of the root. */
  checkpoint: string;
  entries: ProvenEntry[];
}

/** Undefined unless the text is a record with whole cents. */
export function parseRecord(text: string): LedgerRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<LedgerRecord> | null;
    const { kind, at, subject, entries } = record ?? {};
    const isRecord =
      typeof kind === 'string' &&
      typeof at === 'string' &&
      (subject === null || typeof subject === 'string') &&
      Array.isArray(entries) &&
      entries.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Number.isSafeInteger(entry[1]));
    return isRecord ? (record as LedgerRecord) : undefined;
  } catch {
    return undefined;
  }
}

export const proofFormat = 'fanfare-payment-proof/1';

/** The file that a fan downloads. There is one spelling, so that any changed byte is refused. */
export function proofText({ pledge, checkpoint, entries }: Omit<PaymentProof, 'format'>): string {
  const ordered = entries.map(({ position, record, path }) => ({ position, record, path }));
  return `${JSON.stringify({ format: proofFormat, pledge, checkpoint, entries: ordered }, null, 2)}\n`;
}

export interface CheckedProof {
  pledgeId: string;
  checkpoint: Checkpoint;
  records: LedgerRecord[];
}

/**
 * - `unreadable`: not a proof file, or its text was edited.
 * - `signature`: the ledger's key of that time did not sign the root.
 * - `entry`: a record is not part of that root.
 * - `pledge`: a record belongs to another pledge.
 */
export type ProofFault = 'unreadable' | 'signature' | 'entry' | 'pledge';

export class ProofRefused extends Error {
  readonly fault: ProofFault;
  constructor(fault: ProofFault) {
    super(`the proof is refused: ${fault}`);
    this.name = 'ProofRefused';
    this.fault = fault;
  }
}

/** Domain separation of leaves and nodes (RFC 9162, 2.1.1). */
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function isEntry(value: unknown): value is ProvenEntry {
  const { position, record, path } = (value ?? {}) as Record<string, unknown>;
  return typeof position === 'number' && typeof record === 'string' && isStrings(path);
}

function parseProof(text: string): PaymentProof {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProofRefused('unreadable');
  }
  const { format, pledge, checkpoint, entries } = (value ?? {}) as Record<string, unknown>;
  const isProof =
    format === proofFormat &&
    typeof pledge === 'string' &&
    typeof checkpoint === 'string' &&
    Array.isArray(entries) &&
    entries.length > 0 &&
    entries.every(isEntry);
  if (!isProof) throw new ProofRefused('unreadable');
  const proof = { format: proofFormat, pledge, checkpoint, entries } as PaymentProof;
  if (proofText(proof) !== text) throw new ProofRefused('unreadable');
  return proof;
}

async function checkEntry(
  tools: ProofTools,
  { position, record, path }: ProvenEntry,
  root: Checkpoint,
): Promise<LedgerRecord> {
  const hashes = path.map((hex) => fromHex(hex) ?? new Uint8Array());
  const isWhole = hashes.every(({ length }) => length === 32);
  const leafHash = await tools.sha256(concatBytes(leafPrefix, tools.encode(record)));
  const computedRoot = await rootOfPath({ leafHash, index: position, size: root.size, path: hashes }, (left, right) =>
    tools.sha256(concatBytes(nodePrefix, left, right)),
  );
  const expectedRoot = fromHex(root.rootHash);
  const parsed = parseRecord(record);
  if (!isWhole || !computedRoot || !expectedRoot || !equalBytes(computedRoot, expectedRoot) || !parsed)
    throw new ProofRefused('entry');
  return parsed;
}

/** Checks a proof file without asking the server. Throws `ProofRefused`. */
export async function checkProof(tools: ProofTools, text: string, keys: LedgerKeys): Promise<CheckedProof> {
  const { pledge, checkpoint: note, entries } = parseProof(text);
  const checkpoint = await openRoot(tools, note, keys);
  if (!checkpoint) throw new ProofRefused('signature');
  const records: LedgerRecord[] = [];
  for (const entry of entries) records.push(await checkEntry(tools, entry, checkpoint));
  if (!records.every(({ subject }) => subject === `pledge:${pledge}`)) throw new ProofRefused('pledge');
  return { pledgeId: pledge, checkpoint, records };
}

/** "FAN-" and the first eight characters of the pledge's id: short enough to read aloud to support. */
export const receiptNumber = (pledgeId: string): string => `FAN-${pledgeId.slice(0, 8).toUpperCase()}`;
