import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { appError } from '#contract/errors.ts';
import { exportPath } from '#contract/settings.ts';
import { actorOf, type RawCall } from '#server/platform/http/request-context.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type ExportSubject, openNamelessFile, readmeOf, writeExport } from './export-data.ts';
import { freeExportLock, renewExportLock, takeExportLock } from './export-locks.sql.ts';

/** A process that was killed blocks the exports of its people for this long. */
const leaseS = 30;
const renewEveryMs = 10_000;
/** Each holds a connection to the database while it reads. */
const readsAtOnce = 2;
const mostWaiting = 50;

interface Turn {
  /** Aborted when the response has ended. */
  signal: AbortSignal;
  end: () => Promise<void>;
}

/** The export of a person's data, which it collects from all earlier modules. */
export function personalDataModule(context: Platform, modules: readonly Module[]): Module {
  const { db, log, config, languages } = context;
  const parts = modules.flatMap(({ personalData }) => personalData ?? []);
  const perPerson = context.limits.limiter('export', { points: 20, perMs: 60 * 60_000 });
  const oneOfFew = createBoundedQueue(readsAtOnce, mostWaiting);
  const rawCalls: RawCall[] = [
    { method: 'get', path: exportPath, summary: 'Export my personal data as a zip of JSON files', who: 'user' },
  ];
  return { routes: [], raw: [routes], rawCalls };

  /** Keeps other exports of the person away until the response has ended, or `end` is called. Throws export_running. */
  async function takeTurn(userId: string, reply: FastifyReply): Promise<Turn> {
    const lock = { userId, token: randomUUID() };
    const retryAfterS = await takeExportLock(db.sql, lock, leaseS);
    if (retryAfterS > 0) throw appError('export_running', { retryAfterS });
    const ended = new AbortController();
    const warn = (err: unknown) => log.warn({ err }, 'the lock of an export could not be changed');
    const renewing = setInterval(() => renewExportLock(db.sql, lock, leaseS).catch(warn), renewEveryMs).unref();
    const end = async () => {
      clearInterval(renewing);
      ended.abort();
      await freeExportLock(db.sql, lock).catch(warn);
    };
    if (reply.raw.destroyed) await end();
    else reply.raw.once('close', () => void end());
    return { signal: ended.signal, end };
  }

  /** A stream of the zip and its size. */
  async function openExport(person: ExportSubject, signal: AbortSignal): Promise<{ zip: Readable; sizeBytes: number }> {
    const file = await openNamelessFile(join(config.dataDir, 'exports'));
    try {
      await oneOfFew(() => db.tx((tx) => writeExport(tx, file, { parts, person, signal })));
      const { size } = await file.stat();
      return { zip: file.createReadStream({ start: 0 }), sizeBytes: size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** After an error the person can try again at once. */
  async function openWithin({ signal, end }: Turn, person: ExportSubject) {
    try {
      await perPerson.consume(person.userId);
      return await openExport(person, signal);
    } catch (error) {
      await end();
      throw error;
    }
  }

  function routes(app: FastifyInstance): void {
    app.get(exportPath, async (request, reply) => {
      const actor = await actorOf(request);
      if (!actor) throw appError('not_signed_in');
      const at = new Date();
      const { brandName } = config;
      const { userId, username } = actor;
      const readme = inLanguageOf(languages, actor, () => readmeOf(parts, { username, brandName, at }));
      const turn = await takeTurn(userId, reply);
      const { zip, sizeBytes } = await openWithin(turn, { userId, readme, at });
      const name = `${brandName}-${username}-${at.toISOString().slice(0, 10)}.zip`.replaceAll(/[^\w.-]+/g, '-');
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Content-Length': String(sizeBytes),
        'Cache-Control': 'private, no-store',
      });
      return reply.send(zip);
    });
  }
}
