import type { z } from 'zod';
import type { reportItem } from '#contract/admin/moderation.ts';
import type { ReportKind } from '#contract/reports.ts';

export type Report = z.infer<typeof reportItem>;

const kinds: Record<ReportKind, string> = {
  pool: 'Tip pool',
  update: 'Update',
  comment: 'Comment',
  message: 'Chat message',
  profile: 'Profile',
  content: 'Delivery',
  thanks: 'Thank-you',
};

/** Content that an upheld report removes. */
export const removable: Partial<Record<Report['kind'], string>> = {
  update: 'update',
  comment: 'comment',
  message: 'message',
  thanks: 'thank-you',
};

/** The labels for the kinds of reports. */
export const reportKindWords: readonly (readonly [kind: Report['kind'], word: string])[] = [
  ['objection', 'Objections'],
  ['appeal', 'Appeals'],
  ['pool', 'Tip pools'],
  ['update', 'Updates'],
  ['comment', 'Comments'],
  ['message', 'Chat messages'],
  ['profile', 'Profiles'],
  ['content', 'Deliveries'],
  ['thanks', 'Thank-yous'],
];

/** The heading of a report: "Objection to …", "Comment by @lena in …". */
export function aboutOf({ kind, reported, poolTitle }: Report): { before: string; title: string } {
  if (kind === 'objection') return { before: 'Objection to', title: poolTitle ?? '' };
  if (kind === 'appeal')
    return { before: 'Appeal against the suspension of', title: `@${reported?.user?.username ?? ''}` };
  const whose = reported?.user ? ` by @${reported.user.username}` : '';
  if (kind === 'pool') return { before: kinds.pool, title: poolTitle ?? '' };
  if (kind === 'update') return { before: `${kinds.update}${whose} on`, title: poolTitle ?? '' };
  if (kind === 'comment' || kind === 'content' || kind === 'thanks')
    return { before: `${kinds[kind]}${whose} in`, title: poolTitle ?? '' };
  // A profile's path ends in its username, whether or not it is claimed.
  const name = kind === 'profile' ? reported?.path?.split('/').at(-1) : undefined;
  if (name) return { before: kinds.profile, title: `@${decodeURIComponent(name)}` };
  const author = reported?.user?.username;
  return author ? { before: `${kinds[kind]} by`, title: `@${author}` } : { before: kinds[kind], title: '' };
}
