import { describe, expect, test } from 'vitest';
import { type Finding, formatLines, type LineState, ok, problem, runChecks, warning } from '#server/health/checkup.ts';
import { judgeFactors } from '#server/health/judge-factors.ts';
import {
  judgeBackup,
  judgeChannels,
  judgeFiles,
  judgeJobs,
  judgeLatency,
  judgeSpace,
  judgeUnsettled,
} from '#server/health/judgments.ts';
import { judgeAccount, judgeAdult, judgeLeftovers, judgeProcessor } from './check-cards.ts';
import {
  judgeConnections,
  judgeDurability,
  judgeMigrations,
  judgePooler,
  judgePrivileges,
  judgeSkew,
  judgeVersion,
} from './check-database.ts';
import { judgeDkim, judgeDmarc, judgeSender, judgeSpf } from './check-mail.ts';
import { judgeAdmins, judgeDemo, judgeSecondAdmin } from './check-people.ts';
import { judgePushKeys } from './check-services.ts';
import { looksGuessable } from './check-settings.ts';
import { judgeCertificate, judgeHealth, judgeHsts, judgeReadiness } from './check-site.ts';

const now = new Date('2027-03-01T00:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000);
const domain = 'fans.example';
const discord = { kind: 'discord', endpoints: 2, refusals: 0, pausedUntil: null } as const;
const channels = (state: object) => ({ services: [{ ...discord, ...state }], refusalsMax: 500 });
const idle = { charge: null, refund: null, payout: null, webhook: null, deadline: null };
const jobs = { idleS: 20, overdue: 0, failed: 0 };
const backup = { ageHours: 20, bytes: 5e6, encrypted: true, verified: true };
const space = { totalBytes: 100e9, reserveBytes: 2e9 };

const boss = { username: 'boss', graceUntil: null };

const cases: [what: string, state: LineState, finding: Finding][] = [
  ['a backup of last night', 'ok', judgeBackup(backup)],
  ['a backup that was sent elsewhere', 'ok', judgeBackup({ ...backup, verified: false })],
  ['a backup in plain text', 'warning', judgeBackup({ ...backup, encrypted: false })],
  ['no backup for two nights', 'warning', judgeBackup({ ...backup, ageHours: 40 })],
  ['no backup for eight days', 'problem', judgeBackup({ ...backup, ageHours: 8 * 24 })],
  ['no backup at all', 'problem', judgeBackup(undefined)],
  ['all files that the database names', 'ok', judgeFiles({ sampled: 20, missing: 0 })],
  ['a lost file', 'warning', judgeFiles({ sampled: 20, missing: 1 })],
  ['another folder than the server has', 'problem', judgeFiles({ sampled: 20, missing: 20 })],
  ['a certificate for 60 days', 'ok', judgeCertificate(inDays(60), now)],
  ['a certificate that should have been renewed', 'warning', judgeCertificate(inDays(20), now)],
  ['a certificate for six days', 'problem', judgeCertificate(inDays(6), now)],
  ['an expired certificate', 'problem', judgeCertificate(inDays(-1), now)],
  ['a certificate without a date', 'problem', judgeCertificate(undefined, now)],
  ['HSTS for a year', 'ok', judgeHsts('max-age=31536000; includeSubDomains')],
  ['HSTS for a day', 'warning', judgeHsts('max-age=86400')],
  ['no HSTS', 'warning', judgeHsts(undefined)],
  ['our health', 'ok', judgeHealth('https://fans.example', { status: 200, body: '{"status":"ok"}' })],
  ['the page of another server', 'problem', judgeHealth('https://fans.example', { status: 200, body: '<h1>nginx' })],
  ['no answer', 'problem', judgeHealth('https://fans.example', 'ECONNREFUSED')],
  ['readiness', 'ok', judgeReadiness({ status: 200, body: '{"status":"ready"}' })],
  ['a server without database', 'problem', judgeReadiness({ status: 503, body: '{"status":"the database…"}' })],
  ['PostgreSQL 16', 'ok', judgeVersion(160_004)],
  ['PostgreSQL 14', 'problem', judgeVersion(140_012)],
  ['a missing migration', 'problem', judgeMigrations({ missing: ['0001_start.sql'], unknown: [] })],
  ['an unknown migration', 'problem', judgeMigrations({ missing: [], unknown: ['9999_next.sql'] })],
  ['all migrations', 'ok', judgeMigrations({ missing: [], unknown: [] })],
  ['1 ms to the database', 'ok', judgeLatency(1)],
  ['80 ms to the database', 'warning', judgeLatency(80)],
  ['a clock 300 ms behind', 'ok', judgeSkew(-300)],
  ['a clock 10 s ahead', 'warning', judgeSkew(10_000)],
  ['a clock 5 minutes behind', 'problem', judgeSkew(-300_000)],
  ['fsync off', 'problem', judgeDurability(['fsync'])],
  ['a durable database', 'ok', judgeDurability([])],
  ['a role that may not create', 'problem', judgePrivileges({ mayCreate: false, isSuperuser: false })],
  ['a superuser', 'warning', judgePrivileges({ mayCreate: true, isSuperuser: true })],
  ['an owner', 'ok', judgePrivileges({ mayCreate: true, isSuperuser: false })],
  ['100 connections', 'ok', judgeConnections(100, 10)],
  ['20 connections', 'warning', judgeConnections(20, 10)],
  ['a pooler that drops settings', 'problem', judgePooler(['TimeZone'], false)],
  ['a role without the settings', 'problem', judgePooler(['statement_timeout'], true)],
  ['a role with the settings', 'ok', judgePooler([], true)],
  ['mail from the own domain', 'ok', judgeSender(domain, 'www.fans.example')],
  ['mail from a subdomain', 'ok', judgeSender('mail.fans.example', 'fans.example')],
  ['mail from elsewhere', 'warning', judgeSender('mail.example', 'fans.example')],
  ['mail from a domain that only ends alike', 'warning', judgeSender('other-fans.example', 'fans.example')],
  ['mail from localhost', 'problem', judgeSender('localhost', 'fans.example')],
  ['SPF', 'ok', judgeSpf(domain, ['google-site=1', 'v=spf1 include:mail.example ~all'])],
  ['no SPF', 'warning', judgeSpf(domain, ['v=spf10'])],
  ['two SPF records', 'warning', judgeSpf(domain, ['v=spf1 a -all', 'v=spf1 mx -all'])],
  ['SPF for everyone', 'warning', judgeSpf(domain, ['v=spf1 +all'])],
  ['DKIM', 'ok', judgeDkim(domain, ['s1'])],
  ['no DKIM', 'warning', judgeDkim(domain, [])],
  ['DMARC', 'ok', judgeDmarc(domain, ['v=DMARC1; p=reject'])],
  ['DMARC that only observes', 'warning', judgeDmarc(domain, ['v=DMARC1;p=none; rua=mailto:a@fans.example'])],
  ['no DMARC', 'warning', judgeDmarc(domain, [])],
  ['one admin', 'ok', judgeAdmins({ admins: 1, guessable: [] })],
  ['no admin', 'problem', judgeAdmins({ admins: 0, guessable: [] })],
  ['a guessable admin', 'problem', judgeAdmins({ admins: 2, guessable: ['boss'] })],
  ['no limit for one admin', 'warning', judgeSecondAdmin(undefined, 2)],
  ['a limit without a second admin', 'warning', judgeSecondAdmin(20_000, 1)],
  ['a limit with a second admin', 'ok', judgeSecondAdmin(20_000, 2)],
  ['demo accounts', 'problem', judgeDemo(false, 3)],
  ['a demo that would start', 'problem', judgeDemo(true, 0)],
  ['no demo', 'ok', judgeDemo(false, 0)],
  ['running jobs', 'ok', judgeJobs(jobs)],
  ['no queue', 'problem', judgeJobs(undefined)],
  ['a queue that never ran', 'problem', judgeJobs({ ...jobs, idleS: null })],
  ['dead workers', 'problem', judgeJobs({ ...jobs, idleS: 3600 })],
  ['overdue jobs', 'warning', judgeJobs({ ...jobs, overdue: 2 })],
  ['failed jobs', 'warning', judgeJobs({ ...jobs, failed: 1 })],
  ['push keys', 'ok', judgePushKeys(true, true)],
  ['no push keys', 'warning', judgePushKeys(false, true)],
  ['space', 'ok', judgeSpace({ ...space, freeBytes: 50e9 })],
  ['little space', 'warning', judgeSpace({ ...space, freeBytes: 5e9 })],
  ['less than the reserve', 'problem', judgeSpace({ ...space, freeBytes: 1e9 })],
  ['the sandbox', 'problem', judgeProcessor({ name: 'sandbox', testMode: true })],
  ['a test key', 'problem', judgeProcessor({ name: 'stripe', testMode: true })],
  ['a live key', 'ok', judgeProcessor({ name: 'stripe', testMode: false })],
  ['the bound account', 'ok', judgeAccount({ name: 'stripe' }, { bound: 'acct_a', configured: 'acct_a' })],
  ['a database without an account', 'ok', judgeAccount({ name: 'stripe' }, { configured: 'acct_a' })],
  ['another account', 'problem', judgeAccount({ name: 'stripe' }, { bound: 'acct_a', configured: 'acct_b' })],
  ['a processor for adult pools', 'ok', judgeAdult({ name: 'other' })],
  ['no processor for adult pools', 'warning', judgeAdult(undefined)],
  ['test cards', 'problem', judgeLeftovers(1)],
  ['channels', 'ok', judgeChannels(channels({ refusals: 3 }))],
  ['channels with many refusals', 'warning', judgeChannels(channels({ refusals: 300 }))],
  ['channels with too many refusals', 'warning', judgeChannels(channels({ refusals: 500 }))],
  ['channels that wait', 'warning', judgeChannels(channels({ pausedUntil: new Date() }))],
  ['nothing unsettled', 'ok', judgeUnsettled(idle)],
  ['a charge of this minute', 'ok', judgeUnsettled({ ...idle, charge: 60 })],
  ['a webhook of 20 minutes', 'warning', judgeUnsettled({ ...idle, webhook: 20 * 60 })],
  ['a deadline of 20 minutes', 'warning', judgeUnsettled({ ...idle, deadline: 20 * 60 })],
  ['a charge of two hours', 'problem', judgeUnsettled({ ...idle, webhook: 20 * 60, charge: 120 * 60 })],
];

describe('one line', () => {
  test.each(cases)('%s: %s', (_what, state, finding) => {
    expect(finding.state).toBe(state);
    expect(finding.message).toMatch(/^[^\n]{8,}[.]$/);
  });

  test.each([
    ['with the sandbox', undefined, { rolesWithFactor: [], hasRealCards: false, without: [boss] }],
    ['switched off', 'warning', { rolesWithFactor: [], hasRealCards: true, without: [boss] }],
    ['missing for an admin', 'problem', { rolesWithFactor: ['admin'], hasRealCards: true, without: [boss] }],
    [
      'due soon',
      'warning',
      { rolesWithFactor: ['admin'], hasRealCards: true, without: [{ ...boss, graceUntil: inDays(3) }] },
    ],
    ['complete', 'ok', { rolesWithFactor: ['admin'], hasRealCards: true, without: [] }],
  ] as const)('judges second factors %s: %s', (_what, state, facts) => {
    const finding = judgeFactors(facts);
    expect(finding?.state).toBe(state);
    if (facts.hasRealCards && facts.without.length > 0) expect(finding?.message).toContain('@boss.');
  });

  test('takes a typed secret for guessable, and a generated one not', () => {
    expect(looksGuessable('secret-secret-secret')).toBe(true);
    expect(looksGuessable('00'.repeat(32))).toBe(true);
    expect(looksGuessable('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')).toBe(false);
  });
});

describe('the list', () => {
  test('keeps the order, leaves out what does not apply, and turns faults and silence into problems', async () => {
    const lines = await runChecks(
      [
        {
          area: 'One',
          checks: [
            { name: 'slow', run: () => new Promise(() => undefined) },
            { name: 'none', run: () => undefined },
            { name: 'broken', run: () => Promise.reject(new Error('no route')) },
          ],
        },
        {
          area: 'Two',
          checks: [
            {
              name: 'both',
              run: () => [
                { name: 'a', ...ok('Good.') },
                { name: 'b', ...warning('Look.') },
              ],
            },
          ],
        },
      ],
      20,
    );
    expect(lines.map(({ area, name, state }) => `${area} ${name} ${state}`)).toEqual([
      'One slow problem',
      'One broken problem',
      'Two a ok',
      'Two b warning',
    ]);
    expect(lines[1]?.message).toContain('no route');
  });

  test('prints areas with their lines, and sums up', () => {
    const line = { area: 'Mail', name: 'SPF' };
    expect(formatLines([{ ...line, ...ok('Good.') }])).toBe('Mail\n  ok      SPF: Good.\n\n1 line checked: all ok.');
    expect(formatLines([{ ...line, ...warning('Hm.') }])).toContain('0 problems and 1 warning. Decide');
    expect(formatLines([{ ...line, ...problem('Bad.') }])).toContain('1 problem and 0 warnings. Fix');
  });
});
