import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NoteKey, noteKeyText, parseNoteKey } from '#contract/checkpoint.ts';
import { onlyKey } from '#contract/key-change.ts';
import { checkProof, type PaymentProof, type ProofFault, ProofRefused } from '#contract/pledges/payment-proof.ts';
import { giveUpPool } from '#contract/pools/pools.ts';
import { getPaymentProof, getTransparency } from '#contract/transparency.ts';
import type { Person } from '#testing/insert-person.ts';
import { chainFindings, tamperWith, writeJournals } from '#testing/ledger.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { runCommand } from '#testing/restore/run-command.ts';
import { exportLedger } from './export-ledger.ts';
import { proofTools } from './merkle-tree.ts';
import { publishRoot } from './publish-root.ts';
import { verifyLedger } from './verify-ledger.ts';

let stage: PledgeStage;
let key: NoteKey;

beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
  const { key: text } = await stage.app.client().call(getTransparency);
  key = (await parseNoteKey(proofTools, text)) as NoteKey;
});
afterAll(() => stage.close());

const proofOf = async (who: Person, id = '') => (await who.client.call(getPaymentProof, { params: { id } })).text;

async function faultOf(text: string): Promise<ProofFault | 'accepted'> {
  try {
    await checkProof(proofTools, text, onlyKey(key));
    return 'accepted';
  } catch (error) {
    if (error instanceof ProofRefused) return error.fault;
    throw error;
  }
}

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
    await writeJournals(stage.sql, 600);
    await publishRoot(stage.context);
    const { checkpoint, records, pledgeId } = await checkProof(proofTools, await proof(first), onlyKey(key));
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
    const { records } = await checkProof(proofTools, text, onlyKey(key));
    expect(new Set(records.map(({ subject }) => subject))).toEqual(new Set([`pledge:${pledges[first]}`]));
    for (const secret of [pledges[second], fans[second]?.id]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\b2000\b/);
    const salts = await stage.sql<{ salt: string }[]>`select encode(salt, 'hex') as salt from ledger_chain`;
    expect(salts.filter(({ salt }) => text.includes(salt))).toHaveLength(records.length);
    expect(new Set(salts.map(({ salt }) => salt)).size).toBe(salts.length);
  });

  it('goes only to the fan who paid', async () => {
    const id = pledges[first] ?? '';
    for (const who of [fans[second] as Person, stage.people.admin, stage.people.creator]) {
      await expect(proofOf(who, id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
    await expect(stage.app.client().call(getPaymentProof, { params: { id } })).rejects.toMatchObject({ status: 401 });
    await expect(proofOf(fans[first] as Person, randomUUID())).rejects.toMatchObject({ status: 404 });
    const open = await stage.pledge(fans[first] as Person, (await stage.newPool()).id, 5_00);
    await expect(proofOf(fans[first] as Person, open.id)).rejects.toMatchObject({ status: 404, code: 'proof_none' });
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
    const { records } = await checkProof(proofTools, text, onlyKey(key));
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
    const text = noteKeyText(key);
    const [row] = await stage.sql<{ journals: number; roots: number }[]>`
      select (select count(*) from ledger_journals) as journals, (select count(*) from ledger_roots) as roots`;
    expect(await verifyLedger(part(bytes), { expectedKey: text })).toMatchObject({ ...row, key: text });
    const people = await stage.sql<{ email: string }[]>`select email from users`;
    for (const { email } of people) expect(bytes.includes(email)).toBe(false);
  });

  it('is verified on the command line without database and settings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-ledger-'));
    const file = join(folder, 'ledger.txt');
    const bytes = await inFull();
    const verify = (...more: string[]) =>
      new Promise<{ code: number; text: string }>((done) => {
        const args = [programs.cli, 'verify-ledger', file, ...more];
        const env = { DATABASE_URL: 'none', DATA_DIR: '/nowhere', ...compileCacheEnv };
        execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
          done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
        );
      });
    await writeFile(file, bytes);
    const text = noteKeyText(key);
    expect(await verify(text)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^All \d+ journals and \d+ signed/),
    });
    expect(await verify(text.replace('+', '+0'))).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^Line 1: the key/),
    });
    const line =
      bytes
        .toString()
        .split('\n')
        .findIndex((row) => row.includes('"kind":"refund"')) + 1;
    const changed = Buffer.from(bytes.toString().replace('["clearing",-1200]', '["clearing",-1201]'));
    await writeFile(file, changed);
    expect(await verify()).toMatchObject({ code: 1, text: expect.stringContaining(`Line ${line}: journal`) });
    await rm(folder, { recursive: true });
  });

  it('is verified without saved roots while their folder does not exist', async () => {
    const env = { DATABASE_URL: stage.app.databaseUrl, LEDGER_ROOTS_FOLDER: '/nowhere/roots' };
    const { code, output } = await runCommand(['verify-ledger'], env);
    expect(output).toContain('LEDGER_ROOTS_FOLDER (/nowhere/roots) does not exist, so no saved roots were compared.');
    expect(output).toMatch(/All \d+ journals and \d+ signed roots are intact/);
    expect(code).toBe(0);
  });

  it('and the check name the journal whose amount an intruder changed', async () => {
    const [entry] = await stage.sql<{ id: number; journalId: number }[]>`
      select e.id, e.journal_id from ledger_entries e join ledger_journals j on j.id = e.journal_id
      where j.kind = 'refund' and e.account = 'clearing'`;
    const { id, journalId } = entry ?? { id: 0, journalId: 0 };
    await tamperWith(
      stage.sql,
      'ledger_entries',
      `update ledger_entries set amount_cents = amount_cents - 1 where id = ${id}`,
    );
    await expect(verifyLedger(exportLedger(stage.context))).rejects.toThrow(`{"journal":${journalId},"kind":"refund"`);
    const findings = await chainFindings(stage.context);
    expect(findings['every journal matches the hash chain']).toMatchObject([{ id: journalId, kind: 'refund' }]);
    expect(findings['every published root is signed and matches the hash chain']).toMatchObject([
      { fault: 'its total "refunded" does not match the ledger' },
      { fault: 'its total "refunded" does not match the ledger' },
    ]);
    await tamperWith(
      stage.sql,
      'ledger_entries',
      `update ledger_entries set amount_cents = amount_cents + 1 where id = ${id}`,
    );
    expect(await chainFindings(stage.context)).toEqual({});
  });

  it('and the check detect a changed chain and a changed root', async () => {
    await tamperWith(stage.sql, 'ledger_chain', `update ledger_chain set chain_hash = leaf_hash where position = 3`);
    expect(Object.values(await chainFindings(stage.context))[0]).toMatchObject([{ position: 3 }, { position: 4 }]);
    await tamperWith(
      stage.sql,
      'ledger_chain',
      `update ledger_chain set chain_hash = ledger_chain_hash(
      (select chain_hash from ledger_chain where position = 2), leaf_hash) where position = 3`,
    );
    await tamperWith(
      stage.sql,
      'ledger_roots',
      `update ledger_roots set note = replace(note, 'held ', 'held 1') where id = 1`,
    );
    expect(Object.values(await chainFindings(stage.context))).toEqual([
      [
        { id: 1, fault: 'its signature does not match' },
        { id: 2, fault: 'the root before it was removed or replaced' },
      ],
    ]);
    await expect(verifyLedger(exportLedger(stage.context))).rejects.toThrow(/this root was changed/);
    await tamperWith(
      stage.sql,
      'ledger_roots',
      `update ledger_roots set note = replace(note, 'held 1', 'held ') where id = 1`,
    );
    expect(await chainFindings(stage.context)).toEqual({});
  });
});
