import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Checkpoint, type NoteKey, noteKeyText, noteText, parseNoteKey } from '#contract/checkpoint.ts';
import {
  addKeyChange,
  hasKey,
  isKeyChangeNote,
  keyChangeNumber,
  type LedgerKeys,
  type OpenedKeyChange,
  onlyKey,
  openRoot,
  parseKeyChange,
} from '#contract/key-change.ts';
import { emptyRoot, type GrowingTree, proofTools } from './merkle-tree.ts';

/** A root or key change that someone kept outside of the books, under a name for messages, such as its file's. */
export interface SavedNote {
  name: string;
  note: string;
}

export interface SavedCheckpoint extends SavedNote {
  root: Checkpoint;
}

/** The keys at the head of an export, while it is verified. The methods return a fault as a sentence; undefined if there is none. */
export class VerifiedKeys {
  #keys: LedgerKeys;
  readonly #notes = new Set<string>();
  /** Changes whose tree the journals have not reached. */
  #unreached: OpenedKeyChange[] = [];

  private constructor(first: NoteKey) {
    this.#keys = onlyKey(first);
  }

  static async open(firstKey: string): Promise<VerifiedKeys | undefined> {
    const first = await parseNoteKey(proofTools, firstKey);
    return first && new VerifiedKeys(first);
  }

  /** The newest key. */
  get key(): string {
    const newest = this.#keys.keys.at(-1);
    return newest ? noteKeyText(newest) : '';
  }

  get changes(): readonly OpenedKeyChange[] {
    return this.#keys.changes;
  }

  openRoot(note: string): Promise<Checkpoint | undefined> {
    return openRoot(proofTools, note, this.#keys);
  }

  /** Whether a root has an older key than the root before it. */
  isBehind(root: Checkpoint, before: Checkpoint): boolean {
    return (keyChangeNumber(root, this.#keys) ?? 0) < (keyChangeNumber(before, this.#keys) ?? 0);
  }

  async add(note: string | undefined): Promise<string | undefined> {
    const next = note === undefined ? undefined : await addKeyChange(proofTools, this.#keys, note);
    if (!next || note === undefined) {
      return `key change ${this.changes.length + 1} was changed, removed or inserted: it does not follow from the keys before it, or one of the two keys did not sign it.`;
    }
    this.#keys = next;
    this.#notes.add(note);
    this.#unreached = [...next.changes];
    return undefined;
  }

  findUnexpected(expectedKey: string): string | undefined {
    if (hasKey(this.#keys, expectedKey)) return undefined;
    return 'the key differs from the expected key, and no key change leads to or from it. Someone else signed these books.';
  }

  /** Saved key changes must be in the books; saved roots must be signed by one of their keys. Returns the roots by size. */
  async openSaved(saved: readonly SavedNote[]): Promise<SavedCheckpoint[] | string> {
    const roots: SavedCheckpoint[] = [];
    for (const { name, note } of saved) {
      if (isKeyChangeNote(note)) {
        const number = parseKeyChange(noteText(note))?.number ?? '';
        if (this.#notes.has(note)) continue;
        return `the saved key change ${number} ${name} is not in these books. One of the two was forged, or the books are older than it.`;
      }
      const root = await this.openRoot(note);
      if (!root) return `the saved root ${name} is not signed with the key of these books.`;
      roots.push({ name, note, root });
    }
    return roots.sort((one, other) => one.root.size - other.root.size);
  }

  /** Compares the tree so far with the changes that name a tree of its size. */
  compare(tree: GrowingTree): string | undefined {
    for (let next = this.#unreached[0]; next?.size === tree.size; next = this.#unreached[0]) {
      const rootHash = tree.size === 0 ? emptyRoot : tree.root();
      if (next.rootHash !== rootHash.toString('hex')) {
        return `the books contradict key change ${next.number} of ${next.time}: they were rewritten after both keys signed it.`;
      }
      this.#unreached.shift();
    }
    return undefined;
  }

  findUnreached(): string | undefined {
    const [next] = this.#unreached;
    return next && `the books end before the ${next.size} journals that key change ${next.number} names.`;
  }
}

/** Reads one saved root or key change, or every one in a folder such as LEDGER_ROOTS_FOLDER. Throws ENOENT. */
export async function readSavedRoots(path: string): Promise<SavedNote[]> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder
    ? (await readdir(path)).filter((name) => name.endsWith('.txt')).map((name) => join(path, name))
    : [path];
  return Promise.all(files.map(async (file) => ({ name: basename(file), note: await readFile(file, 'utf8') })));
}
