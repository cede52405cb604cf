import { createHash } from 'node:crypto';
import { type Checkpoint, noTotals } from '#contract/checkpoint.ts';
import type { KeyChange } from '#contract/key-change.ts';
import { parseRecord } from '#contract/pledges/payment-proof.ts';
import { exportFormat } from './export-ledger.ts';
import { addTotals, differingTotal, totalsOf } from './ledger-totals.ts';
import { firstLink, GrowingTree, hashLeaf, hashLink, noteHash } from './merkle-tree.ts';
import { type SavedCheckpoint, type SavedNote, VerifiedKeys } from './verify-keys.ts';

const lineBreak = 10;

/** Splits bytes at line breaks, without decoding them. Yields null last if the final line has no line break. */
async function* readLines(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let start = 0;
    for (let end = bytes.indexOf(lineBreak); end >= 0; end = bytes.indexOf(lineBreak, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield null;
}

/** The first line of an export that differs from the server's output. */
export class LedgerFault extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.name = 'LedgerFault';
    this.line = line;
  }
}

export interface VerifiedLedger {
  journals: number;
  roots: number;
  /** The newest root; undefined if none is published. Journals after it are chained but not signed yet. */
  latest: Checkpoint | undefined;
  /** The key that signs now. Compare it with a copy from another source. */
  key: string;
  /** The changes that lead to it from the first key, the oldest first. */
  keyChanges: readonly KeyChange[];
}

export interface VerifyOptions {
  /** A key as published, now or before a key change; without it, the export's keys are trusted. */
  expectedKey?: string | undefined;
  saved?: readonly SavedNote[];
}

const journalLine = /^[0-9a-f]{64} \{"journal":\d+,/;
const chainDigits = 64;

/** The state of a verification between two lines. */
class LedgerReader {
  line = 0;
  journals = 0;
  roots = 0;
  latest: Checkpoint | undefined;
  keys: VerifiedKeys | undefined;
  isComplete = false;
  #link: Buffer = firstLink;
  #totals = noTotals;
  readonly #tree = new GrowingTree();
  readonly #checksum = createHash('sha256');
  readonly #options: VerifyOptions;
  readonly #notes = new Set<string>();
  #lastNote: string | undefined;
  /** Undefined until the first line after the keys. */
  #saved: SavedCheckpoint[] | undefined;
  /** The size of the last saved root that the journals match. */
  #matched = 0;
  readonly #kept: SavedCheckpoint[] = [];

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  async read(bytes: Buffer): Promise<void> {
    this.line += 1;
    if (this.isComplete) throw this.#fault('there is text after the end of the export.');
    if (this.line === 1) await this.#readHead(bytes.toString());
    else if (!this.#saved && startsWith(bytes, keyChangeWord)) await this.#readKeyChange(bytes.toString());
    else if (await this.#readBooks(bytes)) return;
    this.#checksum.update(bytes).update('\n');
  }

  /** True for the last line. */
  async #readBooks(bytes: Buffer): Promise<boolean> {
    this.#saved ??= await this.#compareKeys();
    if (startsWith(bytes, rootWord)) await this.#readRoot(bytes.toString());
    else if (startsWith(bytes, endWord)) this.#readEnd(bytes.toString());
    else this.#readJournal(bytes);
    return this.isComplete;
  }

  #refuse(fault: string | undefined): void {
    if (fault) throw this.#fault(fault);
  }

  #fault(message: string): LedgerFault {
    return new LedgerFault(this.line, message);
  }

  async #readHead(text: string): Promise<void> {
    const [format, key = '', ...more] = text.split(' ');
    this.keys = await VerifiedKeys.open(key);
    if (format !== exportFormat || !this.keys || more.length > 0) {
      throw this.#fault(`this is not an export of a ledger (${exportFormat}), or its first line was changed.`);
    }
  }

  async #readKeyChange(text: string): Promise<void> {
    this.#refuse(await this.keys?.add(parseString(text.slice(keyChangeWord.length))));
  }

  /** Runs once all keys are known. Returns the saved roots. */
  async #compareKeys(): Promise<SavedCheckpoint[]> {
    const { expectedKey, saved = [] } = this.#options;
    const unexpected = expectedKey === undefined ? undefined : this.keys?.findUnexpected(expectedKey);
    if (unexpected) throw new LedgerFault(1, unexpected);
    const roots = (await this.keys?.openSaved(saved)) ?? [];
    if (typeof roots === 'string') throw new LedgerFault(1, roots);
    this.#refuse(this.keys?.compare(this.#tree));
    return roots;
  }

  /** Compares the journals so far with the saved roots over as many. */
  #compareWithSaved(saved: SavedCheckpoint[]): void {
    for (let next = saved[0]; next?.root.size === this.journals; next = saved[0]) {
      const { name, root } = next;
      if (root.rootHash !== this.#tree.root().toString('hex')) {
        throw this.#fault(
          `the books contradict the saved root ${name} of ${root.time}: they were rewritten after it was signed. The first change is in the journals ${this.#matched + 1} to ${root.size}.`,
        );
      }
      this.#matched = root.size;
      saved.shift();
      this.#kept.push(next);
    }
  }

  /** Every saved root must be in the books with the same text. */
  #findMissingRoots(): void {
    const beyond = this.#saved?.[0];
    if (beyond) {
      const { name, root } = beyond;
      throw this.#fault(
        `the books end after ${this.journals} journals, but the saved root ${name} of ${root.time} covers ${root.size}.`,
      );
    }
    const missing = this.#kept.find(({ note }) => !this.#notes.has(note));
    if (missing) {
      throw this.#fault(
        `the saved root ${missing.name} of ${missing.root.time} was removed from the books, or replaced.`,
      );
    }
  }

  #readJournal(bytes: Buffer): void {
    const record = bytes.subarray(chainDigits + 1);
    const leafHash = hashLeaf(record);
    const link = hashLink(this.#link, leafHash);
    if (!journalLine.test(bytes.toString()) || link.toString('hex') !== bytes.toString('latin1', 0, chainDigits)) {
      throw this.#fault(
        `journal ${this.journals + 1} was changed, removed or inserted: its hash does not follow from the line before. It reads: ${excerptOf(record)}`,
      );
    }
    const parsed = parseRecord(record.toString());
    if (!parsed) throw this.#fault(`journal ${this.journals + 1} is malformed.`);
    const { journal, kind, entries } = parsed;
    const sum = entries.reduce((total, [, cents]) => total + cents, 0);
    if (sum !== 0 || entries.length < 2) throw this.#fault(`journal ${journal} does not balance: ${sum} cents.`);
    this.journals += 1;
    this.#link = link;
    this.#tree.append(leafHash);
    this.#totals = addTotals(this.#totals, totalsOf(kind, entries));
    this.#compareWithSaved(this.#saved ?? []);
    this.#refuse(this.keys?.compare(this.#tree));
  }

  async #readRoot(text: string): Promise<void> {
    const note = parseString(text.slice(rootWord.length));
    const root = note === undefined ? undefined : await this.keys?.openRoot(note);
    if (!root) throw this.#fault('this root was changed: its signature does not match.');
    if (root.size !== this.journals) throw this.#fault(`this root covers ${root.size} journals, not ${this.journals}.`);
    if (root.rootHash !== this.#tree.root().toString('hex') || root.chainHash !== this.#link.toString('hex')) {
      throw this.#fault(`the journals before this line are not the ones that were signed on ${root.time}.`);
    }
    const wrong = differingTotal(root.totals, this.#totals);
    if (wrong) throw this.#fault(`the signed total "${wrong}" is not the sum of the journals.`);
    // Roots of early versions name none.
    if (root.previous !== this.#lastNote && (root.previous !== undefined || this.latest?.previous !== undefined)) {
      throw this.#fault('the root before this one was removed or replaced: this root names another one.');
    }
    if (this.latest && this.keys?.isBehind(root, this.latest)) {
      throw this.#fault('a key that was replaced signed this root after a root of the newer key.');
    }
    this.roots += 1;
    if (note === undefined) return;
    this.#notes.add(note);
    this.#lastNote = noteHash(note);
    this.latest = root;
  }

  #readEnd(text: string): void {
    this.#findMissingRoots();
    this.#refuse(this.keys?.findUnreached());
    if (text !== `end ${this.journals} ${this.#checksum.digest('hex')}`) {
      throw this.#fault(
        'the count or the checksum of the export is wrong: lines are missing, or this line was changed.',
      );
    }
    this.isComplete = true;
  }
}

const startsWith = (bytes: Buffer, word: Buffer) => bytes.subarray(0, word.length).equals(word);
const keyChangeWord = Buffer.from('key-change ');
const rootWord = Buffer.from('root ');
const endWord = Buffer.from('end ');

function excerptOf(record: Buffer): string {
  const text = record.toString();
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Undefined unless the text is exactly how JSON.stringify writes a string. */
function parseString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies an export: every hash, every balance, every signed root and its totals, every key change, and that the saved texts are among
 * them. Needs no database and about as much memory as one part. Throws `LedgerFault` at the first wrong line.
 */
export async function verifyLedger(parts: AsyncIterable<Buffer>, options: VerifyOptions = {}): Promise<VerifiedLedger> {
  const reader = new LedgerReader(options);
  for await (const line of readLines(parts)) {
    if (line === null) throw new LedgerFault(reader.line + 1, 'the export ends within a line.');
    await reader.read(line);
  }
  const { journals, roots, latest, keys, isComplete } = reader;
  if (!keys || !isComplete)
    throw new LedgerFault(reader.line + 1, 'the export ends too early: its last lines are missing.');
  return { journals, roots, latest, key: keys.key, keyChanges: keys.changes };
}
