import { ExternalLink } from 'lucide-react';
import type { UserSummary } from '#contract/accounts.ts';
import type { DeliveredContent } from '#contract/delivery.ts';
import { msg, plural, t, textOf } from '#contract/language/text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { DeliveredFiles } from './delivered-files.tsx';
import { DeliveredText } from './delivered-text.tsx';

function ExternalLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {links.map((link) => (
        <li key={link}>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link inline-flex min-h-11 items-center gap-2 wrap-anywhere"
          >
            <ExternalLink aria-hidden="true" className="size-4!" />
            <RichText
              text={msg`${{ address: link.replace(/^https?:\/\//, '') }}<hidden> (opens in a new tab)</hidden>`}
              tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

const state = {
  pending: [msg`Under review`, 'accent'],
  rejected: [msg`Sent back`, 'danger'],
} as const;

/** The creator's note as a speech bubble. Admins see it without the face, because their page names the creator. */
function CreatorNote({ note, from }: { note: string; from: UserSummary | null }) {
  const bubble =
    'relative max-w-text rounded-xl rounded-ss-xs bg-accent-wash px-5 py-4 text-xl leading-[1.4] wrap-anywhere whitespace-pre-line';
  const words = (
    <span className="user-text block" dir="auto">
      {note}
    </span>
  );
  if (!from) return <p className={bubble}>{words}</p>;
  const name = from.displayName || from.username;
  return (
    <figure className="flex items-start gap-3">
      <Avatar name={name} src={from.avatarUrl} size={48} />
      <div className="min-w-0">
        <figcaption className="mb-1 text-sm text-muted">
          <RichText
            text={msg`A note from <b>${{ name }}</b>`}
            tags={{ b: (text) => <b className="text-ink">{text}</b> }}
          />
        </figcaption>
        <blockquote className={bubble}>{words}</blockquote>
      </div>
    </figure>
  );
}

/** One delivery: the creator's note, videos, audio, pictures, text, other files and links. */
export function DeliveryView({ delivery, from }: { delivery: DeliveredContent; from?: UserSummary | null }) {
  const publicCount = delivery.files.filter((file) => file.public && file.kind !== 'captions').length;
  const chip = delivery.status === 'approved' ? undefined : state[delivery.status];
  return (
    <article className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2 text-sm text-faint">
          <RelativeTime at={delivery.deliveredAt ?? delivery.submittedAt} />
          {chip ? <Chip tone={chip[1]}>{textOf(chip[0])}</Chip> : null}
          {publicCount > 0 ? (
            <span>
              ·{' '}
              {t`${plural({ files: publicCount }, { one: '# file shown to everyone', other: '# files shown to everyone' })}`}
            </span>
          ) : null}
        </p>
        {delivery.reason ? <p className="text-danger-text">{t`Sent back: ${{ reason: delivery.reason }}`}</p> : null}
        {delivery.note ? <CreatorNote note={delivery.note} from={from ?? null} /> : null}
      </header>
      <DeliveredFiles files={delivery.files}>
        {delivery.text ? <DeliveredText text={delivery.text} /> : null}
      </DeliveredFiles>
      <ExternalLinks links={delivery.links} />
    </article>
  );
}
