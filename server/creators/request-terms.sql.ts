import type { LanguageCode } from '#contract/values/languages.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

interface TermsValues {
  minimumGoalCents: number | null;
  declinesBelowMinimum: boolean;
  languages: LanguageCode[];
  declines: string;
  /** By the database's clock. */
  away: boolean;
  awayUntil: Date | null;
}

export interface TermsRow extends TermsValues {
  categories: string[];
  /** The vacation as the creator set it, also after its end. */
  setAway: boolean;
  setAwayUntil: Date | null;
  /** The end of the vacation was published. */
  isEndPublished: boolean;
}

export async function findTerms(sql: Connection, profileId: string): Promise<TermsRow | undefined> {
  const [row] = await sql<TermsRow[]>`
    select array(select k.name from categories k where k.id = any(t.category_ids) order by k.name) as categories, minimum_goal_cents, declines_below_minimum, languages, declines,
      away and coalesce(away_until > clock_timestamp(), true) as away,
      case when away_until > clock_timestamp() then away_until end as away_until, away as set_away, t.away_until as set_away_until,
      coalesce(t.opened_for = t.away_until, false) as is_end_published
    from creator_request_terms t where profile_id = ${profileId}`;
  return row;
}

/** Saves nothing and returns false if the vacation would end in the past. */
export async function saveTerms(
  tx: Tx,
  profileId: string,
  terms: TermsValues & { categoryIds: number[] },
): Promise<boolean> {
  const awayUntil = terms.away ? (terms.awayUntil?.toISOString() ?? null) : null;
  const { count } = await tx`
    insert into creator_request_terms (profile_id, category_ids, minimum_goal_cents, declines_below_minimum, languages, declines, away, away_until)
    select ${profileId}, ${terms.categoryIds}::smallint[], ${terms.minimumGoalCents}::bigint, ${terms.declinesBelowMinimum}::boolean,
      ${terms.languages}::text[], ${terms.declines}, ${terms.away}::boolean, ${awayUntil}::timestamptz
    where coalesce(${awayUntil}::timestamptz > clock_timestamp(), true)
    on conflict (profile_id) do update set
      category_ids = excluded.category_ids, minimum_goal_cents = excluded.minimum_goal_cents,
      declines_below_minimum = excluded.declines_below_minimum, languages = excluded.languages,
      declines = excluded.declines, away = excluded.away,
      away_until = excluded.away_until, updated_at = clock_timestamp()`;
  return count > 0;
}

/**
 * Marks up to `limit` vacations that have ended as published, and returns their profiles. Locked rows are left to the node that locked them.
 */
export async function markEndedVacations(tx: Tx, limit: number): Promise<{ profileId: string }[]> {
  return tx<{ profileId: string }[]>`
    with ended as materialized (
      select profile_id from creator_request_terms
      where away and away_until is not null and away_until <= clock_timestamp() and opened_for is distinct from away_until
      order by away_until limit ${limit} for update skip locked)
    update creator_request_terms t set opened_for = away_until from ended where t.profile_id = ended.profile_id
    returning t.profile_id`;
}
