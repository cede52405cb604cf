import type { Locale } from '#contract/language/languages.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { Translation } from './translator.ts';

interface Key {
  textHash: Buffer;
  locale: Locale;
}

/** Finds a stored translation and notes, at most once a day, that it is used. */
export async function findTranslation(sql: Connection, { textHash, locale }: Key): Promise<Translation | undefined> {
  const [row] = await sql<Translation[]>`
    with used as (
      update text_translations set used_at = clock_timestamp()
      where text_hash = ${textHash} and locale = ${locale} and used_at < clock_timestamp() - interval '1 day')
    select translated as text, from_locale as "from" from text_translations
    where text_hash = ${textHash} and locale = ${locale}`;
  return row;
}

export async function saveTranslation(
  sql: Connection,
  { textHash, locale }: Key,
  { text, from }: Translation,
): Promise<void> {
  await sql`
    insert into text_translations (text_hash, locale, translated, from_locale)
    values (${textHash}, ${locale}, ${text}, ${from})
    on conflict (text_hash, locale) do nothing`;
}

/** Deletes translations that were not used for 30 days, and of the rest the ones beyond `keep` that were used longest ago. */
export async function deleteUnusedTranslations(sql: Connection, keep: number): Promise<void> {
  await sql`delete from text_translations where used_at < clock_timestamp() - interval '30 days'`;
  await sql`
    delete from text_translations t using (
      select text_hash, locale from text_translations order by used_at desc, text_hash, locale offset ${keep}) old
    where t.text_hash = old.text_hash and t.locale = old.locale`;
}
