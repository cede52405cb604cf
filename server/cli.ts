import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { workThenClose } from '#server/platform/concurrency/work-then-close.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { recordInvariantCheck } from '#server/platform/postgres/invariant-checks.sql.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { createAdmin } from './accounts/create-admin.ts';
import { readBounceFiles } from './accounts/read-bounce-files.ts';
import { composeModules } from './app.ts';
import { approveRequest, listRequests } from './cli-approvals.ts';
import { runBackup } from './cli-backup.ts';
import { explainCommandFault } from './cli-faults.ts';
import { runCopyFiles } from './cli-files.ts';
import { runRemoveFactor } from './cli-remove-factor.ts';
import { runRestore } from './cli-restore.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { formatLines } from './health/checkup.ts';
import { rotateRecords } from './legal/records/rotate-records.ts';
import { migrateUnlessRestoring } from './migrate-unless-restoring.ts';
import { refuseOtherAccount } from './money/processors/refuse-other-account.ts';
import { refuseLiveData } from './money/processors/refuse-test-leftovers.ts';
import { reconcile } from './money/reconcile.ts';
import { listUnmatchedMovements } from './money/unmatched/adopt-unmatched.ts';
import { refundUnmatched } from './money/unmatched/refund-unmatched.ts';
import { missingSettings } from './operator/missing-settings.ts';
import { closePlatform, openPlatform, waitForDatabase } from './platform/open-platform.ts';
import { readOperator } from './platform/operator/read-operator.ts';
import type { Platform } from './platform/platform.ts';
import { rotatableSecrets, rotateSecret } from './rotate-secret.ts';
import { transparencyInvariants } from './transparency/check-transparency.ts';
import { exportLedger } from './transparency/export-ledger.ts';
import { publishRoot } from './transparency/publish-root.ts';
import { readSavedRoots } from './transparency/verify-keys.ts';
import { LedgerFault, type VerifyOptions, verifyLedger } from './transparency/verify-ledger.ts';

/** Returns the exit code. The database is open and migrated. */
type Command = (platform: Platform, args: string[]) => Promise<number>;

const say = (line: string) => process.stdout.write(`${line}\n`);

function report({ text, code }: { text: string; code: number }): number {
  say(text);
  return code;
}

const commands: Record<string, Command> = {
  migrate: async () => {
    say('The database is up to date.');
    return 0;
  },
  'create-admin': inApp(async ({ context }, [email]) => {
    if (!email) return usage('create-admin needs an email.');
    const password = context.config.adminPassword;
    const first = await createAdmin(context, { email, password });
    const done =
      first.outcome === 'password_needed'
        ? await createAdmin(context, { email, password: await askPassword() })
        : first;
    say(`${email}: ${done.outcome.replaceAll('_', ' ')}${done.username ? ` as @${done.username}` : ''}`);
    return done.outcome === 'password_needed' ? 1 : 0;
  }),
  'remove-factor': inApp(async ({ context }, [email, ...more]) => {
    if (!email || more.length > 0) return usage('remove-factor needs the email of one account.');
    return report(await runRemoveFactor(context, email));
  }),
  approvals: inApp(async ({ context }) => report(await listRequests(context))),
  approve: inApp(async ({ context }, [id = '']) => report(await approveRequest(context, id))),
  check: inApp(async ({ context, modules }) => {
    const invariants = modules.flatMap((module) => module.invariants ?? []);
    const findings = await checkInvariants(context.db.sql, invariants);
    await recordInvariantCheck(context.db.sql, findings);
    for (const { name, rows } of findings) {
      say(`${rows.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
      for (const row of rows) say(`       ${JSON.stringify(row)}`);
    }
    // Missing settings are only warnings and do not change the exit code.
    for (const { name, without } of missingSettings(context.config, await readOperator(context)))
      say(`warn ${name} is not set. ${without}`);
    const broken = findings.filter(({ rows }) => rows.length > 0).length;
    say(
      broken === 0
        ? `All ${findings.length} invariants hold.`
        : `${broken} of ${findings.length} invariants do not hold.`,
    );
    return broken === 0 ? 0 : 1;
  }),
  reconcile: inApp(async ({ context }) => {
    await refuseLiveData(context);
    await refuseOtherAccount(context);
    const { asked, failed, mismatches, orphans } = await reconcile(context, { olderThanMs: 0 });
    say(`Asked the card processors about ${asked}, could not settle ${failed}.`);
    for (const reference of mismatches) say(`The card processor's records and the ledger differ for ${reference}.`);
    for (const { processor, count } of orphans) {
      say(`${count} unsettled at "${processor}", which this installation does not use. Configure it again.`);
    }
    return failed + mismatches.length + orphans.length === 0 ? 0 : 1;
  }),
  unmatched: async (platform) => {
    const movements = await listUnmatchedMovements(platform);
    for (const { reference, amountCents, foundAt, refundedAt } of movements) {
      const note = refundedAt ? ', refunded' : '';
      say(`${reference}  ${(amountCents / 100).toFixed(2)} USD, found ${foundAt.toISOString()}${note}`);
    }
    say(`${movements.length} movements at the card processor belong to nothing in this database.`);
    return 0;
  },
  'refund-unmatched': inApp(async ({ context }, [reference]) => {
    if (!reference) return usage('refund-unmatched needs a reference.');
    await refuseLiveData(context);
    await refuseOtherAccount(context);
    const result = await refundUnmatched(context, reference);
    say(
      result.outcome === 'unknown'
        ? `${reference} is no unmatched payment, or the card processor refuses its refund.`
        : `The refund of ${(result.amountCents / 100).toFixed(2)} USD is ${result.outcome === 'refunded' ? 'done' : 'under way'}.`,
    );
    return result.outcome === 'unknown' ? 1 : 0;
  }),
  'read-bounces': async (platform, [path]) => {
    // Mail servers pipe one notification into a command, or deliver into a folder.
    const recorded = path
      ? await readBounceFiles(platform, path)
      : await platform.mail.bounces.recordReport(await buffer(process.stdin));
    say(`Recorded ${recorded.length} addresses that refuse mail.`);
    return 0;
  },
  'export-ledger': async (platform, [file]) => {
    if (!file) return usage('export-ledger needs a file name.');
    await pipeline(exportLedger(platform), createWriteStream(file));
    say(`Wrote the ledger to ${file}. Verify it on any computer: npm run cli -- verify-ledger ${file}`);
    return 0;
  },
  'verify-ledger': async (platform) => {
    const { folder } = platform.config.ledgerRoots;
    const isThere = folder !== undefined && existsSync(folder);
    if (folder && !isThere) say(`LEDGER_ROOTS_FOLDER (${folder}) does not exist, so no saved roots were compared.`);
    const code = await verify(exportLedger(platform), { saved: isThere ? await readSavedRoots(folder) : [] });
    // An export cannot show rows beside the chain, or columns that repeat what is signed.
    const findings = await checkInvariants(platform.db.sql, transparencyInvariants(platform));
    const failed = findings.filter(({ rows }) => rows.length > 0);
    for (const { name, rows } of failed)
      say([`FAIL ${name}`, ...rows.map((row) => JSON.stringify(row))].join('\n     '));
    return failed.length > 0 ? 1 : code;
  },
  'publish-root': inApp(async ({ context }) => {
    const root = await publishRoot(context);
    say(root ? `Published a root over ${root.size} journals: ${root.rootHash}` : 'The ledger has no journals yet.');
    return 0;
  }),
  'rotate-records-key': async (platform) => {
    const { rotated, unreadable } = await rotateRecords(platform);
    say(`${rotated} performer records are now encrypted with RECORDS_KEY.`);
    if (unreadable > 0) say(`${unreadable} were encrypted with a third key and are unchanged.`);
    return unreadable > 0 ? 1 : 0;
  },
  'rotate-secret': inApp(async ({ context }, [name = '', option, ...more]) => {
    // A mistyped option must not rotate: a key change of the ledger cannot be undone.
    if ((option !== undefined && option !== '--forget-old') || more.length > 0) {
      return usage('rotate-secret takes the name of a secret and perhaps --forget-old.');
    }
    const done = await rotateSecret(context, name, { forget: option === '--forget-old' });
    if (done === undefined) return usage(`rotate-secret needs one of: ${rotatableSecrets.join(', ')}.`);
    say(done);
    return 0;
  }),
  seed: async (platform) => {
    const report = (progress: string) => say(`demo: ${progress}`);
    say(
      (await seedDemo(platform, report))
        ? 'Demo data was added.'
        : 'No demo data was added: the database already has demo data or other accounts.',
    );
    return 0;
  },
};

type Composed = ReturnType<typeof composeModules>;

/** Composes the modules for a command. The command can enqueue jobs, which a server runs now or after its next start. */
function inApp(work: (composed: Composed, args: string[]) => Promise<number>): Command {
  return async (platform, args) => {
    const composed = composeModules(platform);
    await platform.jobs.start();
    return workThenClose(
      () => work(composed, args),
      () => platform.jobs.stop(),
    );
  };
}

/** `rootsPath` is a saved root, or a folder of them. */
async function verifyFile([file = '', expectedKey, rootsPath]: string[]): Promise<number> {
  try {
    const saved = rootsPath ? await readSavedRoots(rootsPath) : [];
    return await verify(createReadStream(file), { expectedKey, saved });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return usage(error.message);
    throw error;
  }
}

/** Verifies the books as an export, from the database or a file. */
async function verify(parts: AsyncIterable<Buffer>, options: VerifyOptions): Promise<number> {
  try {
    const { journals, roots, latest, key, keyChanges } = await verifyLedger(parts, options);
    say(`All ${journals} journals and ${roots} signed roots are intact.`);
    const saved = options.saved?.length ?? 0;
    if (saved > 0) say(`They contain all ${saved} saved roots${keyChanges.length > 0 ? ' and key changes' : ''}.`);
    say(
      latest
        ? `The newest root is from ${latest.time} and covers ${latest.size} journals.`
        : 'No root is published yet, so nothing is signed.',
    );
    say(`Key: ${key}`);
    for (const { number, time, size, oldKey } of keyChanges) {
      say(`Key change ${number} of ${time}, over ${size} journals, replaced ${oldKey}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof LedgerFault)) throw error;
    say(error.message);
    return 1;
  }
}

/** Returns 1 if a line is a problem. */
async function doctor(args: string[]): Promise<number> {
  const lines = await runDoctor();
  say(args.includes('--json') ? JSON.stringify(lines, null, 2) : formatLines(lines));
  return lines.some(({ state }) => state === 'problem') ? 1 : 0;
}

/** These read the settings and open the database themselves. */
const standalone: Record<string, (args: string[]) => Promise<number>> = {
  backup: runBackup,
  'copy-files': runCopyFiles,
  doctor,
  restore: runRestore,
};

function usage(fault: string): number {
  process.stderr.write(
    `${fault}\nnpm run cli -- COMMAND, where COMMAND is one of: ${[...Object.keys(commands), ...Object.keys(standalone)].join(', ')}\n`,
  );
  return 2;
}

async function askPassword(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The question never settles when the input ends before an answer.
  const ended = once(lines, 'close').then(() => '');
  const password = await Promise.race([lines.question('Password for the new admin: '), ended]);
  lines.close();
  return password;
}

async function run([name = '', ...args]: string[]): Promise<number> {
  const ownCommand = standalone[name];
  if (ownCommand) return ownCommand(args);
  const command = commands[name];
  if (!command) return usage(name ? `Unknown command "${name}".` : 'No command given.');
  // A file needs no database, so that outsiders can verify it.
  if (name === 'verify-ledger' && args[0]) return verifyFile(args);
  const config = readConfig();
  const quietly = name === 'seed' ? 'error' : 'warn';
  const log = createLogger(config.logLevel === 'info' ? quietly : config.logLevel);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, join: true });
  const role = name === 'seed' ? 'all' : 'web';
  const platform = openPlatform({ ...config, role, rateLimitFactor: 0 }, database.url, log);
  return workThenClose(
    async () => {
      await waitForDatabase(platform.db, log);
      await migrateUnlessRestoring(platform.db, config.dataDir, log);
      return command(platform, args);
    },
    () => closePlatform(platform).finally(() => database.stop()),
  );
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const sentence = explainCommandFault(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
