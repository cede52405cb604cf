import { Check, ChevronDown } from 'lucide-react';
import { type MouseEvent, useId, useState } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { IconButton } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { groupTitle, type NoticeGroup } from './notice-groups.ts';
import { NoticePicture } from './notice-icon.tsx';

interface RowProps {
  notice: Notification;
  onRead: (ids: readonly string[]) => void;
}

function NewMark() {
  return (
    <span className="notice-new">
      <span className="sr-only">New</span>
    </span>
  );
}

/** Reading removes the button, so the focus moves to the notice. */
function focusNotice({ currentTarget }: MouseEvent<HTMLElement>): void {
  const title = currentTarget.closest('.notice-row')?.querySelector<HTMLElement>('.notice-link, .notice-title');
  title?.focus({ preventScroll: true });
}

function MarkRead({ titleId, onRead }: { titleId: string; onRead: () => void }) {
  const read = (event: MouseEvent<HTMLElement>) => {
    focusNotice(event);
    onRead();
  };
  return (
    <IconButton label="Mark as read" aria-describedby={titleId} className="notice-read" onClick={read}>
      <Check aria-hidden="true" />
    </IconButton>
  );
}

/** Beside a person's picture: the pool that it is about. */
function PoolBeside({ notice: { person, pool } }: { notice: Notification }) {
  if (!person || !pool) return null;
  return (
    <span className="notice-beside">
      <PoolPicture pool={pool} sizes="80px" />
    </span>
  );
}

/** One notice. Opening it marks it as read. */
export function NoticeRow({ notice, onRead, nested }: RowProps & { nested?: boolean }) {
  const { id, title, body, href, createdAt, read } = notice;
  const titleId = useId();
  const Heading = nested ? 'h3' : 'h2';
  const open = () => {
    if (!read) onRead([id]);
  };
  return (
    <li className="notice-row" data-unread={read ? undefined : ''} data-link={href ? '' : undefined}>
      {nested ? null : <NoticePicture notice={notice} />}
      <div className="notice-words">
        <Heading id={titleId}>
          {read ? null : <NewMark />}
          {href ? (
            <Link to={href} className="notice-link" onClick={open}>
              {title}
            </Link>
          ) : (
            <span className="notice-title" tabIndex={-1}>
              {title}
            </span>
          )}
        </Heading>
        <p>{body}</p>
        <span className="notice-time">
          <RelativeTime at={createdAt} />
        </span>
      </div>
      {nested ? null : <PoolBeside notice={notice} />}
      {read ? null : <MarkRead titleId={titleId} onRead={open} />}
    </li>
  );
}

/** Several notices of one kind and source as one row, which opens to show them. */
export function NoticeGroupRow({ group, onRead }: { group: NoticeGroup; onRead: RowProps['onRead'] }) {
  const [isOpen, setOpen] = useState(false);
  const [listId, titleId] = [useId(), useId()];
  const { newest, all } = group;
  const unread = all.filter(({ read }) => !read).map(({ id }) => id);
  const title = groupTitle(group);
  return (
    <li className="notice-group">
      <div className="notice-row" data-unread={unread.length > 0 ? '' : undefined} data-link="">
        <NoticePicture notice={newest} />
        <div className="notice-words">
          <h2 id={titleId}>
            {unread.length > 0 ? <NewMark /> : null}
            <button
              type="button"
              className="notice-link"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen(!isOpen)}
            >
              {title}
            </button>
            <ChevronDown aria-hidden="true" className="notice-chevron" data-open={isOpen ? '' : undefined} />
          </h2>
          <p>{newest.body}</p>
          <span className="notice-time">
            <RelativeTime at={newest.createdAt} />
          </span>
        </div>
        <PoolBeside notice={newest} />
        {unread.length > 0 ? <MarkRead titleId={titleId} onRead={() => onRead(unread)} /> : null}
      </div>
      <ul id={listId} className="notice-members" hidden={!isOpen}>
        {isOpen ? all.map((notice) => <NoticeRow key={notice.id} notice={notice} onRead={onRead} nested />) : null}
      </ul>
    </li>
  );
}
