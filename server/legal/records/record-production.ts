import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Performer, productionForm, productionRecord } from '#contract/performers.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { SealKey } from '#server/platform/data/seal.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { detailsOf, performerView, producedOn, wasAdult } from './performer.ts';
import { findAdultPool, findProduction, insertProduction, listPerformers, lockPerformers } from './performers.sql.ts';
import { recordsKeyOf, sealJson } from './seal.ts';

type Production = z.output<typeof productionForm>;
type ProductionRecord = z.output<typeof productionRecord>;

/** Lists a creator's own performers; none while record keeping is not set up. */
export async function listOwnPerformers({ db, config }: Platform, actor: Actor): Promise<{ performers: Performer[] }> {
  if (!config.performerRecords.key) return { performers: [] };
  const key = recordsKeyOf(config);
  return {
    performers: (await listPerformers(db.sql, { creatorId: actor.userId, productionIds: null })).map((row) =>
      performerView(key, row),
    ),
  };
}

/** Throws not_found, and not_your_request unless the pool is assigned to the actor. */
async function ownPool(sql: Connection, actor: Actor, poolId: string): Promise<{ adult: boolean }> {
  const pool = await findAdultPool(sql, poolId);
  if (!pool) throw appError('not_found');
  if (pool.assignedCreatorId !== actor.userId) throw appError('not_your_request');
  return pool;
}

/** Returns the creator's latest record for a pool. Throws not_found, not_your_request. */
export async function readProduction(
  { db: { sql }, config }: Platform,
  actor: Actor,
  poolId: string,
): Promise<ProductionRecord> {
  const { adult } = await ownPool(sql, actor, poolId);
  const open = config.performerRecords.key !== undefined;
  const row = open ? await findProduction(sql, poolId, actor.userId) : undefined;
  const production = row && {
    producedOn: producedOn(recordsKeyOf(config), row),
    performerIds: row.performerIds,
    showsNoOne: row.showsNoOne,
    recordedAt: row.createdAt.toISOString(),
  };
  return { required: adult, open, production: production ?? null };
}

/**
 * Records who is shown in the delivery of a pool. Everyone must have been 18 or older on the date of production. Throws not_found,
 * not_your_request, performer_records_closed, performer_underage, validation_failed.
 */
export async function recordProduction(
  context: Platform,
  actor: Actor,
  { poolId, form }: { poolId: string; form: Production },
): Promise<ProductionRecord> {
  const key = recordsKeyOf(context.config);
  await context.db.tx(async (tx) => {
    await ownPool(tx, actor, poolId);
    await assertPast(tx, form.producedOn);
    const performerIds = [...new Set(form.performerIds)];
    await assertAdults(tx, key, actor, { ...form, performerIds });
    const id = randomUUID();
    const sealed = sealJson(key, id, { producedOn: form.producedOn });
    await insertProduction(
      tx,
      { id, poolId, creatorId: actor.userId, sealed, showsNoOne: form.showsNoOne, performerIds },
      context.config.performerRecords.retentionMs,
    );
  });
  return readProduction(context, actor, poolId);
}

/** Compares with the latest date on Earth, so that no creator is refused today's date. */
async function assertPast(tx: Tx, day: string): Promise<void> {
  const latest = new Date((await databaseNow(tx)).getTime() + 14 * 60 * 60_000).toISOString().slice(0, 10);
  if (day > latest) throw fieldError('producedOn', () => t`The date of production can’t be in the future.`);
}

async function assertAdults(
  tx: Tx,
  key: SealKey,
  actor: Actor,
  { performerIds, producedOn: day }: Production,
): Promise<void> {
  const rows = await lockPerformers(tx, actor.userId, performerIds);
  if (rows.length < performerIds.length)
    throw fieldError('performerIds', () => t`One of these records no longer exists. Choose again.`);
  if (rows.some((row) => !wasAdult(detailsOf(key, row).dateOfBirth, day))) throw appError('performer_underage');
}

const fieldError = (field: string, message: () => string) =>
  appError('validation_failed', { message, fields: { [field]: message } });

/** Throws unless the creator has a record for this adult pool, and record keeping is set up. */
export async function assertDocumented(
  { config }: InTransaction<Platform>,
  tx: Tx,
  { poolId, creatorId }: { poolId: string; creatorId: string },
): Promise<void> {
  recordsKeyOf(config);
  if (!(await findProduction(tx, poolId, creatorId))) throw appError('performer_records_required');
}
