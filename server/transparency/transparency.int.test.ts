import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NoteKey, openCheckpoint, parseNoteKey } from '#contract/checkpoint.ts';
import { checkProof, type PaymentProof, type ProofFault, ProofRefused } from '#contract/payment-proof.ts';
import { giveUpPool } from '#contract/pools.ts';
import { getPaymentProof, getTransparency, listLedgerRoots } from '#contract/transparency.ts';
import { askQuestions } from '#server/platform/postgres/questions.ts';
import { startTestApp } from '#testing/app.ts';
import type { Person } from '#testing/people.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { chainJournals } from './chain-journals.ts';
import { transparencyQuestions } from './check-transparency.ts';
import { exportLedger } from './export-ledger.ts';
import { proofTools } from './proof-tools.ts';
import { publishRoot } from './publish-root.ts';
import { verifyLedger } from './verify-ledger.ts';

interface Posted {
  headers: Record<string, unknown>;
  body: string;
}

let stage: PledgeStage;
let key: NoteKey;
let folder = '';
let outside: Server;
const posted: Posted[] = [];
let refusals = 1;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-roots-'));
  outside = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    posted.push({ headers: request.headers, body });
    refusals -= 1;
    response.writeHead(refusals >= 0 ? 500 : 204).end();
  });
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/roots`;
  stage = await PledgeStage.open({ LEDGER_ROOTS_FOLDER: folder, LEDGER_ROOTS_URL: url, SANDBOX_PAYOUT_DELAY: 'PT0S' });
  const { key: text } = await stage.app.client().call(getTransparency);
  key = (await parseNoteKey(proofTools, text)) as NoteKey;
});
afterAll(async () => {
  await stage.close();
  outside.close();
  await rm(folder, { recursive: true, force: true });
});

const proofOf = async (who: Person, id = '') => (await who.client.call(getPaymentProof, { params: { id } })).text;

async function faultOf(text: string): Promise<ProofFault | 'accepted'> {
  try {
    await checkProof(proofTools, text, key);
    return 'accepted';
  } catch (error) {
    if (error instanceof ProofRefused) return error.fault;
    throw error;
  }
}

async function findingsOf(): Promise<Record<string, unknown[]>> {
  const findings = await askQuestions(stage.sql, transparencyQuestions(stage.context));
  return Object.fromEntries(findings.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => [name, rows]));
}

/** Journals as another program would write them: by SQL alone. Returns their number. */
async function writeJournals(count: number): Promise<number> {
  await stage.sql.begin(async (tx) => {
    const ids = await tx<{ id: number }[]>`
      insert into ledger_journals (kind, cause)
      select 'correction', ${randomUUID()} || n from generate_series(1, ${count}::int) n returning id`;
    const entries = ids.flatMap(({ id }) => [
      { journalId: id, account: 'bank', amountCents: 5 },
      { journalId: id, account: 'disputed', amountCents: -5 },
    ]);
    await tx`insert into ledger_entries ${tx(entries)}`;
  });
  return count;
}

/** Does something that the append-only triggers refuse, as an intruder with the rights of the database's owner would. */
async function forge(table: string, statement: string): Promise<void> {
  await stage.sql.unsafe(`alter table ${table} disable trigger user`);
  await stage.sql.unsafe(statement);
  await stage.sql.unsafe(`alter table ${table} enable trigger user`);
}

describe('the hash chain', () => {
  it('contains every journal once, although several nodes append while others write', async () => {
    const other = await startTestApp({ beside: stage.app });
    const writers = Array.from({ length: 20 }, (_, n) => writeJournals(n + 1));
    const appenders = [stage.context, other.context].flatMap((node) =>
      Array.from({ length: 5 }, () => chainJournals(node)),
    );
    await Promise.all([...writers, ...appenders]);
    await chainJournals(other.context);
    const [row] = await stage.sql<{ journals: number; chained: number; last: number; waiting: number }[]>`
      select (select count(*) from ledger_journals) as journals, count(*) as chained, max(position) as last,
        (select count(*) from ledger_unchained) as waiting from ledger_chain`;
    expect(row).toMatchObject({ chained: row?.journals, last: (row?.journals ?? 0) - 1, waiting: 0 });
    expect(await findingsOf()).toEqual({});
    await other.close();
  });

  it('refuses changes, and entries for a chained journal', async () => {
    await expect(stage.sql`delete from ledger_chain`).rejects.toThrow(/append only/);
    await expect(stage.sql`update ledger_chain set salt = leaf_hash`).rejects.toThrow(/append only/);
    const late = stage.sql`
      insert into ledger_entries (journal_id, account, amount_cents)
      select min(journal_id), unnest(array['bank', 'disputed']), unnest(array[7, -7]) from ledger_chain`;
    await expect(late).rejects.toThrow(/is chained and takes no more entries/);
  });

  it('reports a journal that waits for more than an hour', async () => {
    await writeJournals(1);
    await forge(
      'ledger_journals',
      `update ledger_journals set created_at = now() - interval '2 hours'
      where id = (select max(id) from ledger_journals)`,
    );
    expect(Object.keys(await findingsOf())).toEqual([
      'every journal is in the hash chain or waits for it, for an hour at most',
    ]);
    await chainJournals(stage.context);
    expect(await findingsOf()).toEqual({});
  });
});

describe('a proof of payment', () => {
  let fans: Person[];
  let pledges: string[];
  let poolId: string;

  beforeAll(async () => {
    const pool = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
    poolId = pool.poolId;
    fans = pool.fans;
    pledges = pool.pledges.map(({ id }) => id);
  });
  const [first, second] = [0, 1];
  const proof = (index: number) => proofOf(fans[index] as Person, pledges[index]);

  it('exists once a root covers the payment', async () => {
    await expect(proof(first)).rejects.toMatchObject({ status: 409, code: 'proof_pending' });
    // More than 256 journals, so that proofs use stored subtrees.
    await writeJournals(600);
    await publishRoot(stage.context);
    const { checkpoint, records, pledgeId } = await checkProof(proofTools, await proof(first), key);
    expect(pledgeId).toBe(pledges[first]);
    expect(records.map(({ kind, entries }) => [kind, entries])).toEqual([
      [
        'charge',
        [
          ['clearing', 30_00],
          [`held:${poolId}`, -30_00],
        ],
      ],
      [
        'charge_cost',
        [
          ['clearing', -1_17],
          ['processor_costs', 1_17],
        ],
      ],
    ]);
    expect(checkpoint.totals).toMatchObject({ charged: 50_00, held: 50_00, refunded: 0, paidOut: 0 });
    expect(await faultOf(await proof(second))).toBe('accepted');
  });

  it('contains nothing about other payments', async () => {
    const text = await proof(first);
    const { records } = await checkProof(proofTools, text, key);
    expect(new Set(records.map(({ subject }) => subject))).toEqual(new Set([`pledge:${pledges[first]}`]));
    for (const secret of [pledges[second], fans[second]?.id, '2000']) expect(text).not.toContain(secret);
    const salts = await stage.sql<{ salt: string }[]>`select encode(salt, 'hex') as salt from ledger_chain`;
    expect(salts.filter(({ salt }) => text.includes(salt))).toHaveLength(records.length);
    expect(new Set(salts.map(({ salt }) => salt)).size).toBe(salts.length);
  });

  it('goes only to the fan who paid', async () => {
    const id = pledges[first] ?? '';
    for (const who of [fans[second] as Person, stage.people.admin, stage.people.creator]) {
      await expect(proofOf(who, id)).rejects.toMatchObject({ status: 404, code: 'proof_none' });
    }
    await expect(stage.app.client().call(getPaymentProof, { params: { id } })).rejects.toMatchObject({ status: 401 });
    await expect(proofOf(fans[first] as Person, randomUUID())).rejects.toMatchObject({ status: 404 });
  });

  it('is refused after any byte was changed', async () => {
    const bytes = Buffer.from(await proof(first));
    const faults = new Set<string>();
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      const fault = await faultOf(changed.toString());
      expect(fault, `byte ${at}`).not.toBe('accepted');
      faults.add(fault);
    }
    expect([...faults].sort()).toEqual(['entry', 'pledge', 'signature', 'unreadable']);
  });

  it('is refused for the pledge of another fan', async () => {
    const own: PaymentProof = JSON.parse(await proof(first));
    const text = `${JSON.stringify({ ...own, pledge: pledges[second] }, null, 2)}\n`;
    expect(await faultOf(text)).toBe('pledge');
  });

  it('shows the refund too, and the totals count it', async () => {
    const refunded = await stage.collected([{ cents: 12_00 }]);
    await stage.people.creator.client.call(giveUpPool, { params: { id: refunded.poolId } });
    await stage.app.settle();
    const root = await publishRoot(stage.context);
    const text = await proofOf(refunded.fans[0] as Person, refunded.pledges[0]?.id);
    const { records } = await checkProof(proofTools, text, key);
    expect(records.map(({ kind }) => kind)).toEqual(['charge', 'charge_cost', 'refund']);
    expect(root?.totals).toMatchObject({ charged: 62_00, refunded: 12_00, held: 50_00 });
  });

  it('stays valid after the creator was paid, and the totals name every cent', async () => {
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    await stage.app.settle();
    const root = await publishRoot(stage.context);
    const { charged, refunded, held, payable, inTransit, paidOut, fees, cardCosts } = root?.totals ?? {};
    expect({ charged, refunded, held, fees, cardCosts }).toEqual({
      charged: 62_00,
      refunded: 12_00,
      held: 0,
      fees: 2_50,
      cardCosts: 1_17 + 88,
    });
    expect((payable ?? 0) + (inTransit ?? 0) + (paidOut ?? 0)).toBe(50_00 - 2_50 - 1_17 - 88);
    expect(await faultOf(await proof(second))).toBe('accepted');
  });
});

describe('an export', () => {
  async function inFull(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of exportLedger(stage.context)) parts.push(part);
    return Buffer.concat(parts);
  }
  async function* part(bytes: Buffer) {
    yield bytes;
  }

  it('of real books verifies, and names no person', async () => {
    const bytes = await inFull();
    const { key: text } = await stage.app.client().call(getTransparency);
    const [row] = await stage.sql<{ journals: number; roots: number }[]>`
      select (select count(*) from ledger_journals) as journals, (select count(*) from ledger_roots) as roots`;
    expect(await verifyLedger(part(bytes), text)).toMatchObject({ ...row, key: text });
    const people = await stage.sql<{ email: string }[]>`select email from users`;
    for (const { email } of people) expect(bytes.includes(email)).toBe(false);
  });

  it('and the check name the journal whose amount an intruder changed', async () => {
    const [entry] = await stage.sql<{ id: number; journalId: number }[]>`
      select e.id, e.journal_id from ledger_entries e join ledger_journals j on j.id = e.journal_id
      where j.kind = 'refund' and e.account = 'clearing'`;
    const { id, journalId } = entry ?? { id: 0, journalId: 0 };
    await forge('ledger_entries', `update ledger_entries set amount_cents = amount_cents - 1 where id = ${id}`);
    await expect(verifyLedger(exportLedger(stage.context))).rejects.toThrow(`{"journal":${journalId},"kind":"refund"`);
    const findings = await findingsOf();
    expect(findings['every journal is what the hash chain recorded']).toMatchObject([
      { id: journalId, kind: 'refund' },
    ]);
    expect(findings['every published root is signed and matches the hash chain']).toMatchObject([
      { fault: 'its total "refunded" does not match the ledger' },
      { fault: 'its total "refunded" does not match the ledger' },
    ]);
    await forge('ledger_entries', `update ledger_entries set amount_cents = amount_cents + 1 where id = ${id}`);
    expect(await findingsOf()).toEqual({});
  });

  it('and the check detect a changed chain and a changed root', async () => {
    await forge('ledger_chain', `update ledger_chain set chain_hash = leaf_hash where position = 3`);
    expect(Object.values(await findingsOf())[0]).toMatchObject([{ position: 3 }, { position: 4 }]);
    await forge(
      'ledger_chain',
      `update ledger_chain set chain_hash = ledger_chain_hash(
      (select chain_hash from ledger_chain where position = 2), leaf_hash) where position = 3`,
    );
    await forge('ledger_roots', `update ledger_roots set note = replace(note, 'held ', 'held 1') where id = 1`);
    expect(Object.values(await findingsOf())).toEqual([[{ id: 1, fault: 'its signature does not match' }]]);
    await expect(verifyLedger(exportLedger(stage.context))).rejects.toThrow(/this root was changed/);
    await forge('ledger_roots', `update ledger_roots set note = replace(note, 'held 1', 'held ') where id = 1`);
    expect(await findingsOf()).toEqual({});
  });
});

describe('roots', () => {
  it('are listed for everyone, signed, the newest first', async () => {
    const { latest } = await stage.app.client().call(getTransparency);
    const { items, pagination } = await stage.app.client().call(listLedgerRoots, { query: { page: 1 } });
    expect(items[0]).toEqual(latest);
    expect(pagination).toMatchObject({ page: 1, totalCount: items.length });
    for (const { note, size, totals, rootHash } of items) {
      expect(await openCheckpoint(proofTools, note, key)).toMatchObject({ size, totals, rootHash });
    }
    expect(items.map(({ size }) => size)).toEqual(items.map(({ size }) => size).toSorted((a, b) => b - a));
  });

  it('are daily: nodes that publish at once make one', async () => {
    const other = await startTestApp({ beside: stage.app });
    // Its start published a root if there was none today.
    await other.settle();
    await forge('ledger_roots', `update ledger_roots set published_at = published_at - interval '1 day'`);
    const nodes = [stage.context, other.context, stage.context, other.context];
    const published = await Promise.all(nodes.map((node) => publishRoot(node, { daily: true })));
    expect(published.filter(Boolean)).toHaveLength(1);
    expect(await publishRoot(other.context, { daily: true })).toBeUndefined();
    await other.close();
  });

  it('are copied to a folder and posted until the other side accepts', async () => {
    const { items } = await stage.app.client().call(listLedgerRoots, { query: { page: 1 } });
    const notes = new Set(items.map(({ note }) => note));
    for (let tries = 0; tries < 100 && posted.length <= notes.size; tries += 1) {
      await stage.app.settle();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // The first post was refused with 500, and was sent again under the same key.
    expect(posted.length).toBeGreaterThan(notes.size);
    expect(new Set(posted.map(({ body }) => body))).toEqual(notes);
    expect(new Set(posted.map(({ headers }) => headers['idempotency-key'])).size).toBe(notes.size);
    const files = (await readdir(folder)).filter((name) => !name.endsWith('.part'));
    expect(files).toHaveLength(notes.size);
    for (const name of files) expect(notes).toContain(await readFile(join(folder, name), 'utf8'));
  });
});
