import { msg } from '#contract/language/text.ts';
import type { PersonalData } from '#server/platform/data/personal-data.ts';

export const deliveryData: readonly PersonalData[] = [
  {
    name: 'deliveries',
    about: msg`Your deliveries as a creator, and the decisions on them.`,
    rows: (sql, userId) => sql`
      select c.id, c.pool_id, c.status, c.note, c.body, c.links, c.reason, c.created_at, c.decided_at,
        (select coalesce(json_agg(u.name order by f.position), '[]') from content_files f join uploads u on u.id = f.upload_id
          where f.claim_id = c.id) as files,
        (select coalesce(json_agg(u.name order by f.position), '[]') from content_files f join uploads u on u.id = f.upload_id
          where f.claim_id = c.id and f.public_at is not null) as public_files
      from content_claims c where c.creator_id = ${userId} order by c.created_at`,
  },
  {
    name: 'delivery_access',
    about: msg`When you first and last opened each delivery and its files, and how often. We keep it as proof of delivery.`,
    rows: (sql, userId) => sql`
      select r.claim_id, u.name as file, r.first_at, r.last_at, r.reads
      from content_reads r left join content_files f on f.id = r.file_id left join uploads u on u.id = f.upload_id
      where r.user_id = ${userId} order by r.first_at`,
  },
  {
    name: 'objections',
    about: msg`What you objected to in deliveries.`,
    rows: (sql, userId) => sql`
      select id, pool_id, reason, status, answer, created_at, decided_at from objections
      where fan_id = ${userId} order by created_at`,
  },
];
