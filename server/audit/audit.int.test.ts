import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAuditRow, listAudit } from '#contract/admin/audit.ts';
import type { AuditAction } from '#contract/admin/audit-actions.ts';
import { actOnPool } from '#contract/admin/moderation.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { performerExportPath } from '#contract/performers.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { auditInvariants } from './check-audit.ts';
import { writeAudit } from './write-audit.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await insertPerson(app, 'admin');
});
afterAll(() => app.close());

const sql = () => app.context.db.sql;

interface Written {
  action?: AuditAction;
  targetId?: string;
  reason?: string;
  actorId?: string;
}

const write = ({
  action = 'user.verified',
  targetId = randomUUID(),
  reason = 'Checked',
  actorId = admin.id,
}: Written = {}) =>
  app.context.db.tx((tx) =>
    writeAudit(tx, {
      actorId,
      action,
      targetKind: 'user',
      targetId,
      before: { a: 1 },
      after: { a: 'ü' },
      reason,
      ip: '::1',
      concerned: 'no_one',
    }),
  );
type Query = NonNullable<NonNullable<CallInput<typeof listAudit>>['query']>;
const list = (query: Query = {}) => admin.client.call(listAudit, { query });
const faults = async () => (await checkInvariants(sql(), auditInvariants)).flatMap(({ rows }) => rows);

describe('the chain', () => {
  it('numbers rows without a gap, also when writers race and roll back', async () => {
    const failing = app.context.db.tx(async (tx) => {
      await writeAudit(tx, {
        actorId: admin.id,
        action: 'pool.open',
        targetKind: 'pool',
        targetId: randomUUID(),
        before: {},
        after: {},
        reason: null,
        ip: '',
        concerned: 'no_one',
      });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await Promise.all(Array.from({ length: 20 }, () => write()));
    const rows = await sql()<{ seq: number }[]>`select seq from audit_log order by seq`;
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(await faults()).toEqual([]);
  });

  it('refuses changes, deletions, chosen numbers and chosen times', async () => {
    const refused = /append only/;
    await expect(sql()`update audit_log set reason = 'Other'`).rejects.toThrow(refused);
    await expect(sql()`delete from audit_log`).rejects.toThrow(refused);
    await expect(sql()`truncate audit_log`).rejects.toThrow(refused);
    await sql()`
      insert into audit_log (seq, action, target_kind, target_id, at, hash)
      values (1, 'pool.open', 'pool', 'x', '2000-01-01', 'planted')`;
    const [last] =
      await sql()`select seq > 1 and at > now() - interval '1 minute' as real from audit_log order by seq desc limit 1`;
    expect(last).toEqual({ real: true });
    expect(await faults()).toEqual([]);
  });

  /** Runs statements with all triggers off, as a superuser can, and undoes them. Returns the faults that the check finds. */
  async function tamper(...statements: string[]): Promise<unknown[]> {
    const findings: unknown[] = [];
    const undone = sql().begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const statement of statements) await tx.unsafe(statement);
      for (const invariant of auditInvariants)
        if ('sql' in invariant) findings.push(...(await tx.unsafe(invariant.sql)));
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    return findings;
  }

  it.each([
    ['reason', `update audit_log set reason = 'Chain' where seq = 4`],
    ['actor', 'update audit_log set actor_id = null where seq = 4'],
    ['values', `update audit_log set after = '{"a": "u"}' where seq = 4`],
    ['time', `update audit_log set at = at + interval '1 microsecond' where seq = 4`],
    ['hash', `update audit_log set hash = set_byte(hash, 0, get_byte(hash, 0) # 1) where seq = 4`],
  ])('names the row whose %s was changed', async (_what, statement) => {
    const findings = await tamper(statement);
    expect(findings[0]).toEqual({ seq: 4, fault: 'this row was changed' });
  });

  it('names the place where rows are missing, in the middle and at the end', async () => {
    expect(await tamper('delete from audit_log where seq = 4')).toMatchObject([
      { seq: 5, fault: 'rows before this one are missing' },
    ]);
    const [head] = await sql()<{ seq: number }[]>`select seq from audit_head`;
    expect(await tamper('delete from audit_log where seq > 4')).toMatchObject([
      { seq: head?.seq, fault: 'the last rows are missing or new rows are not chained' },
    ]);
  });

  it('notices a changed row whose own hash was made to fit', async () => {
    const rehashed = `update audit_log a set reason = 'Forged', hash = audit_row_hash((select hash from audit_log where seq = 3), a.seq,
      a.status, a.actor_id, a.action, a.target_kind, a.target_id, a.before, a.after, 'Forged', a.ip, a.at) where seq = 4`;
    expect(await tamper(rehashed)).toMatchObject([{ seq: 5, fault: 'this row was changed' }]);
  });
});

describe('the list', () => {
  it('pages through every row by its number', async () => {
    const [first, second] = [await list(), await list({ page: 2 })];
    const total = first.pagination.totalCount;
    expect(first.items.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => total - index));
    expect(second.items[0]?.id).toBe(total - 20);
    expect((await list({ sort: 'oldest' })).items[0]?.id).toBe(1);
    expect((await list({ page: 1000 })).items).toEqual([]);
  });

  it('finds rows by reason, person, action, target and time', async () => {
    const [actor, target] = [await insertPerson(app, 'admin'), await insertPerson(app)];
    await sql()`update users set username = 'judge_judy' where id = ${actor.id}`;
    await sql()`update users set username = 'defendant' where id = ${target.id}`;
    const from = new Date().toISOString();
    await write({ actorId: actor.id, targetId: target.id, action: 'user.suspended', reason: 'Sold fake tickets' });
    const findings = [
      { search: 'fake tick' },
      { search: 'judge_judy' },
      { search: 'defendant' },
      { search: target.id },
      { search: target.id.toUpperCase() },
      { search: 'suspended this person' },
      { actorId: actor.id },
      { action: 'user.suspended' },
      { targetKind: 'user', targetId: target.id },
      { targetKind: 'user', targetId: target.id.toUpperCase() },
      { from },
      { from, to: new Date(Date.now() + 60_000).toISOString(), search: 'ticket', status: 'done' },
    ] satisfies Query[];
    for (const query of findings) {
      const { items, pagination } = await list(query);
      expect([query, pagination.totalCount, items[0]]).toMatchObject([
        query,
        1,
        {
          actor: { username: 'judge_judy' },
          target: { kind: 'user', id: target.id, label: 'defendant' },
          userId: target.id,
        },
      ]);
    }
    for (const query of [{ to: from, search: 'ticket' }, { status: 'refused' }, { search: '%' }] satisfies Query[]) {
      expect([query, (await list(query)).items]).toEqual([query, []]);
    }
  });

  it('finds actions on a pool by its title', async () => {
    const stage = await PledgeStage.open();
    try {
      const { id } = await stage.newPool();
      const params = { id };
      await stage.people.admin.client.call(actOnPool, { params, body: { action: 'freeze', reason: 'A closer look' } });
      const search = (text: string) => stage.people.admin.client.call(listAudit, { query: { search: text } });
      expect((await search('song about rain')).items).toMatchObject([{ action: 'pool.freeze', target: { id } }]);
      expect((await search('song about snow')).items).toEqual([]);
    } finally {
      await stage.close();
    }
  });

  it('gives one row by its number', async () => {
    const [row] = (await list({ sort: 'oldest' })).items;
    expect(await admin.client.call(getAuditRow, { params: { number: row?.id ?? 0 } })).toEqual(row);
    const read = (number: string) => admin.client.call(getAuditRow, { params: { number } });
    await expect(read('999999999')).rejects.toMatchObject({ status: 404 });
    await expect(read('first')).rejects.toMatchObject({ status: 404 });
    const fan = await insertPerson(app);
    await expect(fan.client.call(getAuditRow, { params: { number: 1 } })).rejects.toMatchObject({ status: 403 });
  });

  it('is exported as CSV, formulas disarmed, to admins only, and keeps refused downloads', async () => {
    await write({ reason: '=HYPERLINK("https://evil.example")' });
    const response = await admin.client.raw('GET', '/api/admin/audit.csv?search=HYPERLINK');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    const fan = await insertPerson(app);
    const paths = ['/api/admin/audit.csv', '/api/admin/users.csv', performerExportPath, '/api/admin/mails/:id/view'];
    for (const path of paths) expect((await fan.client.raw('GET', path)).status).toBe(403);
    const { items } = await list({ status: 'refused', actorId: fan.id, sort: 'oldest' });
    expect(items.map(({ action, target }) => [action, target.id])).toEqual(
      paths.map((path) => ['access.refused', `GET ${path}`]),
    );
    expect((await app.client().raw('GET', '/api/admin/audit.csv')).status).toBe(401);
  });
});
