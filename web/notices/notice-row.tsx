import { Check, ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { t } from '#contract/language/text.ts';
import type { Notification } from '#contract/notifications.ts';
import { IconButton } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { groupTitle, type NoticeGroup } from './notice-groups.ts';
import { NoticePicture, NoticePool } from './notice-icon.tsx';

interface RowProps {
  notice: Notification;
  onRead: (ids: readonly string[]) => void;
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
    <IconButton label={t`Mark as read`} aria-describedby={titleId} className="self-center" onClick={read}>
      <Check aria-hidden="true" />
    </IconButton>
  );
}

/** The classes of a row. Unread notices have a bar at the edge, which a color-blind person sees too. */
export function noticeRow({ unread, link, nested }: { unread?: boolean; link?: boolean; nested?: boolean }): string {
  const wash = unread
    ? 'bg-accent-wash before:absolute before:inset-y-0 before:start-0 before:w-0.75 before:bg-accent'
    : '';
  const hover = unread ? 'hover:bg-[color-mix(in_oklab,var(--accent-wash),var(--hover))]' : 'hover:bg-hover';
  // Nested words align with those of the row that opened.
  const start = nested ? 'ps-8 sm:ps-[calc(--spacing(5)+--spacing(12)+--spacing(4))]' : 'ps-5';
  return `notice-row relative flex items-start gap-4 py-4 pe-4 ${start} ${wash} ${link ? hover : ''}`;
}

/** Beside a person's picture: the pool that it is about. It lies above the row's link. */
function PoolBeside({ notice: { person, pool } }: { notice: Notification }) {
  if (!person || !pool) return null;
  return <NoticePool pool={pool} className="pointer-events-none w-20 max-sm:hidden" />;
}

/** The link covers the whole row. */
const linkLook =
  'notice-link inline-flex min-h-6 items-center [text-align:inherit] after:absolute after:inset-0 after:rounded-md hover:text-accent-text focus-visible:outline-none focus-visible:after:outline-[2.5px] focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent-text';

interface WordsProps {
  notice: Notification;
  titleId: string;
  unread: boolean;
  nested?: boolean | undefined;
  /** The title and what leads on. */
  children: ReactNode;
}

function Words({ notice: { body, createdAt }, titleId, unread, nested, children }: WordsProps) {
  const Heading = nested ? 'h3' : 'h2';
  return (
    <div className="min-w-0 flex-1 wrap-anywhere">
      <Heading
        id={titleId}
        className={`flex items-center gap-1.5 font-text text-lg leading-[1.3] text-wrap ${unread ? 'font-bold text-ink' : 'font-semibold text-muted'}`}
      >
        {unread ? (
          <span className="mt-2 size-2 flex-none self-start rounded-full bg-(--accent-edge)">
            <span className="sr-only">{t({ message: 'New', context: 'a notification that is not read yet' })}</span>
          </span>
        ) : null}
        {children}
      </Heading>
      {/* A notice keeps the language in which it was sent. */}
      <p className="mt-0.5 line-clamp-3 max-w-text text-muted" dir="auto">
        {body}
      </p>
      <span className={`mt-1 block text-sm ${unread ? 'text-muted' : 'text-faint'}`}>
        <RelativeTime at={createdAt} />
      </span>
    </div>
  );
}

/** One notice. Opening it marks it as read. */
export function NoticeRow({ notice, onRead, nested }: RowProps & { nested?: boolean }) {
  const { id, title, href, read } = notice;
  const titleId = useId();
  const open = () => {
    if (!read) onRead([id]);
  };
  return (
    <li className={noticeRow({ unread: !read, link: Boolean(href), nested })}>
      {nested ? null : <NoticePicture notice={notice} />}
      <Words notice={notice} titleId={titleId} unread={!read} nested={nested}>
        {href ? (
          <Link to={href} className={linkLook} onClick={open}>
            {title}
          </Link>
        ) : (
          <span className="notice-title" tabIndex={-1}>
            {title}
          </span>
        )}
      </Words>
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
    <li>
      <div className={noticeRow({ unread: unread.length > 0, link: true })}>
        <NoticePicture notice={newest} />
        <Words notice={newest} titleId={titleId} unread={unread.length > 0}>
          <button
            type="button"
            className={linkLook}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </button>
          <ChevronDown
            aria-hidden="true"
            className={`flex-none transition-transform duration-(--quick) ease-(--ease) ${isOpen ? 'rotate-180' : ''}`}
          />
        </Words>
        <PoolBeside notice={newest} />
        {unread.length > 0 ? <MarkRead titleId={titleId} onRead={() => onRead(unread)} /> : null}
      </div>
      <ul id={listId} className="notice-members divide-y divide-line border-t border-line" hidden={!isOpen}>
        {isOpen ? all.map((notice) => <NoticeRow key={notice.id} notice={notice} onRead={onRead} nested />) : null}
      </ul>
    </li>
  );
}
