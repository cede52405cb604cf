import type { z } from 'zod';
import type { reportItem } from '#contract/admin/moderation.ts';
import { type Message, msg, type Text, textOf, verbatim } from '#contract/language/text.ts';

export type Report = z.infer<typeof reportItem>;

interface Removal {
  /** The button that decides so. */
  action: Message;
  /** The meaning of the removal, for the dialog. */
  effect: Message;
  done: Message;
  /** The preview of a bulk decision. */
  change: Message;
}

/** How an upheld report removes the content, by its kind. Upholding a report of another kind removes nothing. */
export const removals: Partial<Record<Report['kind'], Removal>> = {
  update: {
    action: msg`Uphold and remove the update`,
    effect: msg`This permanently removes the update with its pictures and comments. The author gets a notification.`,
    done: msg`The update was removed.`,
    change: msg`Removes the update permanently`,
  },
  comment: {
    action: msg`Uphold and remove the comment`,
    effect: msg`This permanently removes the comment. Replies to it stay.`,
    done: msg`The comment was removed.`,
    change: msg`Removes the comment permanently`,
  },
  message: {
    action: msg`Uphold and remove the message`,
    effect: msg`This permanently deletes the message and all replies to it. The author gets a notification with your note.`,
    done: msg`The message was removed.`,
    change: msg`Removes the message permanently`,
  },
  thanks: {
    action: msg`Uphold and remove the thank-you`,
    effect: msg`This permanently removes the thank-you. The fan cannot write another one.`,
    done: msg`The thank-you was removed.`,
    change: msg`Removes the thank-you permanently`,
  },
};

/** The labels for the kinds of reports. */
export const reportKindWords: readonly (readonly [kind: Report['kind'], word: Message])[] = [
  ['objection', msg`Objections`],
  ['appeal', msg`Appeals`],
  ['pool', msg`Tip pools`],
  ['update', msg`Updates`],
  ['comment', msg`Comments`],
  ['message', msg`Chat messages`],
  ['profile', msg`Profiles`],
  ['content', msg`Deliveries`],
  ['thanks', msg`Thank-yous`],
];

/** A report of something in a pool: "Comment by @lena in …". */
function aboutInPool(kind: 'update' | 'comment' | 'content' | 'thanks', title: string, username?: string): Message {
  switch (kind) {
    case 'update':
      return username
        ? msg`Update by @${{ username }} on <link>${{ title }}</link>`
        : msg`Update on <link>${{ title }}</link>`;
    case 'comment':
      return username
        ? msg`Comment by @${{ username }} in <link>${{ title }}</link>`
        : msg`Comment in <link>${{ title }}</link>`;
    case 'content':
      return username
        ? msg`Delivery by @${{ username }} in <link>${{ title }}</link>`
        : msg`Delivery in <link>${{ title }}</link>`;
    case 'thanks':
      return username
        ? msg`Thank-you by @${{ username }} in <link>${{ title }}</link>`
        : msg`Thank-you in <link>${{ title }}</link>`;
  }
}

/** The heading of a report: "Objection to …", "Comment by @lena in …". The tag "link" is around the name of the reported thing. */
export function aboutOf({ kind, reported, poolTitle }: Report): Message {
  const title = poolTitle ?? '';
  const username = reported?.user?.username;
  if (kind === 'objection') return msg`Objection to <link>${{ title }}</link>`;
  if (kind === 'appeal') return msg`Appeal against the suspension of <link>@${{ username: username ?? '' }}</link>`;
  if (kind === 'pool') return msg`Tip pool <link>${{ title }}</link>`;
  if (kind === 'message') return username ? msg`Chat message by <link>@${{ username }}</link>` : msg`Chat message`;
  if (kind !== 'profile') return aboutInPool(kind, title, username);
  // A profile's path ends in its username, whether or not it is claimed.
  const name = reported?.path?.split('/').at(-1);
  if (name) return msg`Profile <link>@${{ username: decodeURIComponent(name) }}</link>`;
  return username ? msg`Profile by <link>@${{ username }}</link>` : msg`Profile`;
}

/** The heading without a link. */
export const aboutText = (item: Report): Text => verbatim(textOf(aboutOf(item)).replaceAll(/<[/]?link>/g, ''));
