import type { Person } from '#contract/people.ts';
import type { PersonRow } from './people.sql.ts';

export function personOf(row: PersonRow, isMe: boolean): Person {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    isVerified: row.isVerified,
    createdAt: row.createdAt.toISOString(),
    poolCount: row.poolCount,
    backCount: row.backsPrivate && !isMe ? null : row.backCount,
    bio: row.bio,
  };
}
