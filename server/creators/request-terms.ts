import type { z } from 'zod';
import type { SavedState } from '#contract/app-error.ts';
import type { RequestTerms } from '#contract/creators/creators.ts';
import {
  type setRequestTerms as contract,
  type OwnRequestTerms,
  openTerms,
  requestTermsForm,
} from '#contract/creators/request-terms.ts';
import { type Requested, type TermsFaults, termsFaults } from '#contract/creators/request-terms-faults.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { assertEdits, savedState } from '#server/platform/http/edit-version.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { type Categories, readCategories } from './categories.ts';
import { findCreatorByOwner } from './creators.sql.ts';
import { lockProfile } from './edit-creator.sql.ts';
import type {} from './facts.ts';
import { findTerms, saveTerms, type TermsRow } from './request-terms.sql.ts';

/** The terms of a profile; open terms if its owner has set none. */
export async function readTermsOfProfile(sql: Connection, profileId: string): Promise<RequestTerms> {
  const row = await findTerms(sql, profileId);
  return row ? termsOf(row) : openTerms;
}

function termsOf(row: TermsRow): RequestTerms {
  return {
    categories: row.categories,
    minimumGoal: row.minimumGoalCents,
    declinesBelowMinimum: row.declinesBelowMinimum,
    languages: row.languages,
    declines: row.declines,
    away: row.away,
    awayUntil: row.awayUntil?.toISOString() ?? null,
  };
}

/** The terms with their saved state. The end of a vacation changes the terms but not the version, because no one edited anything. */
async function readState(
  sql: Connection,
  profileId: string,
): Promise<{ terms: RequestTerms; state: SavedState; isAway: boolean }> {
  const row = await findTerms(sql, profileId);
  const terms = row ? termsOf(row) : openTerms;
  const { version } = savedState(profileId, {
    ...terms,
    away: row?.setAway ?? false,
    awayUntil: row?.setAwayUntil ?? null,
  });
  // A vacation whose end was not published yet counts as one that goes on.
  const isAway = Boolean(row?.setAway && !row.isEndPublished);
  return { terms, state: { version, fields: { ...terms } }, isAway };
}

/** The profile whose terms the actor sets: their own. */
async function ownProfile(context: Platform, actor: Actor): Promise<string> {
  const profile = await findCreatorByOwner(context.db.sql, actor.userId);
  if (!profile) throw appError('not_found', { message: () => t`You have no creator profile.` });
  return profile.id;
}

async function readVersioned(sql: Connection, profileId: string): Promise<OwnRequestTerms> {
  const { terms, state } = await readState(sql, profileId);
  return { ...terms, version: state.version };
}

export async function readRequestTerms(context: Platform, actor: Actor): Promise<OwnRequestTerms> {
  return readVersioned(context.db.sql, await ownProfile(context, actor));
}

/**
 * Changes the given terms for new requests. Open requests keep running under the terms that they were started with. Throws
 * `validation_failed`, and `conflict` if the terms have another version.
 */
export async function setRequestTerms(
  context: Platform,
  actor: Actor,
  { version, ...changes }: z.output<typeof contract.body>,
): Promise<OwnRequestTerms> {
  const profileId = await ownProfile(context, actor);
  const categories = await readCategories(context);
  return context.db.tx(async (tx) => {
    await lockProfile(tx, profileId);
    const { terms: before, state, isAway } = await readState(tx, profileId);
    assertEdits(version, state);
    const terms = parseValue(requestTermsForm, { ...before, ...changes });
    if (changes.awayUntil && !terms.away) throw fault('awayUntil', () => t`Turn on vacation mode to choose this day`);
    if (!(await saveTerms(tx, profileId, valuesOf(terms, categories)))) {
      throw fault('awayUntil', () => t`Choose a day in the future`);
    }
    if (isAway && !terms.away) await context.facts.publish(tx, 'creator.reopened', { profileId });
    return readVersioned(tx, profileId);
  });
}

function valuesOf(form: z.output<typeof requestTermsForm>, { byName }: Categories): Parameters<typeof saveTerms>[2] {
  const categoryIds = form.categories.map((name) => {
    const category = byName.get(name.toLowerCase());
    if (!category) throw fault('categories', () => t`There is no category "${{ name }}"`);
    return category.id;
  });
  return {
    categoryIds: [...new Set(categoryIds)],
    minimumGoalCents: form.minimumGoal,
    declinesBelowMinimum: form.declinesBelowMinimum,
    languages: form.languages,
    declines: form.declines,
    away: form.away,
    awayUntil: form.awayUntil === null ? null : new Date(form.awayUntil),
  };
}

function fault(field: keyof RequestTerms, message: () => string): Error {
  return appError('validation_failed', { message, fields: { [field]: message } });
}

/**
 * Refuses a request that the profile's owner does not take, by these fields of the pool form. Throws `request_not_taken` with the
 * reasons by field.
 */
export async function assertTermsKept(
  tx: Tx,
  profileId: string,
  requested: Requested,
  fields: readonly (keyof TermsFaults)[],
): Promise<void> {
  const terms = await readTermsOfProfile(tx, profileId);
  const faults = fields
    .filter((field) => termsFaults(terms, requested)[field])
    .map((field) => [field, () => termsFaults(terms, requested)[field] ?? ''] as const);
  const message = faults[0]?.[1];
  if (message) throw appError('request_not_taken', { message, fields: Object.fromEntries(faults) });
}
