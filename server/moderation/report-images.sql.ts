import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** SQL expression: the pictures that the report with this id keeps, in their order. */
export const imagesOfReport = (sql: Connection, reportId: Fragment): Fragment => sql`coalesce((
  select jsonb_agg(jsonb_build_object('key', i.key, 'width', i.width, 'height', i.height) order by kept.position)
  from report_images kept join images i on i.id = kept.image_id where kept.report_id = ${reportId}), '[]')`;

export interface ReportImageRow {
  /** `images.key`. */
  key: string;
  width: number;
  height: number;
}

/** The open reports that keep a picture: they show it only to admins. */
export function reportImageUses(
  sql: Connection,
  { id, viewerId }: { id: Fragment; viewerId: string | null },
): Fragment {
  return sql`
    select false as adult, null::uuid as owner_id,
      exists (select from users u where u.id = ${viewerId}::uuid and u.role = 'admin') as readable, true as private
    from report_images x where x.image_id = ${id}`;
}

/** Keeps the pictures of a reported message. Leaves out those that a concurrent transaction deletes. */
export async function keepMessageImages(tx: Tx, reportId: string, messageId: string): Promise<void> {
  await tx`
    with matches as (
      select x.image_id, x.position from message_images x join images i on i.id = x.image_id
      where x.message_id = ${messageId} for key share of i)
    insert into report_images (report_id, image_id, position) select ${reportId}, image_id, position from matches`;
}

/** Takes the pictures from reports. Returns their keys, in the order in which their rows are locked. */
export async function takeImagesOfReports(tx: Tx, reportIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    with gone as (delete from report_images where report_id = any(${reportIds as string[]}::uuid[]) returning image_id)
    select distinct i.key from gone join images i on i.id = gone.image_id order by i.key`;
  return rows.map(({ key }) => key);
}

/** Lists the reports with pictures about this person. */
export async function listPicturedReportsAbout(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select r.id from reports r where r.subject_id = ${userId} and exists (select from report_images x where x.report_id = r.id)`;
  return rows.map(({ id }) => id);
}
