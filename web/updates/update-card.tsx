import { Lock, MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { msg, sentenceSpace, t } from '#contract/language/text.ts';
import { signInPath, userPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { Update } from '#contract/updates.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { Translatable } from '#web/translations/translatable.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { HiddenWords } from '#web/ui/hidden-words.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { LikeToggle } from '#web/ui/like-toggle.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { DeleteUpdateButton } from './delete-update-button.tsx';
import { UpdatePictures } from './update-pictures.tsx';
import { useUpdateLike } from './use-update-like.ts';

// Only the author needs it, and never in the server's response.
const loadEdit = () => import('./edit-update.tsx').then((module) => module.EditUpdate);
const EditUpdate = lazyComponent(loadEdit, { browserOnly: true });

export interface UpdateSlots {
  /** Renders the report button of an update. */
  reportOf: (update: Update) => ReactNode;
  /** Renders the comments on an update. */
  commentsOf: (update: Update) => ReactNode;
}

/** An update that no block hides from the reader. */
type ShownUpdate = Update & { author: NonNullable<Update['author']> };

const isShown = (update: Update): update is ShownUpdate => update.author !== null;

const nameOf = ({ author }: ShownUpdate) => author.displayName || author.username;

function Byline({ pool, update }: { pool: Pool; update: ShownUpdate }) {
  const { author, audience, createdAt, editedAt } = update;
  const isCreator = author.id === pool.assignedCreator?.id;
  return (
    <div className="flex items-center gap-3">
      <Avatar name={nameOf(update)} src={author.avatarUrl} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <Link to={userPath(author.username)} className="tap font-semibold wrap-anywhere hover:underline">
          {nameOf(update)}
        </Link>
        {isCreator ? <Chip tone="paid">{t`Creator`}</Chip> : null}
        {!isCreator && author.id === pool.creator.id ? <Chip tone="accent">{t`Started this pool`}</Chip> : null}
        {audience === 'contributors' ? <Chip icon={<Lock aria-hidden="true" />}>{t`Contributors only`}</Chip> : null}
        <span className="text-sm text-faint">
          {editedAt ? (
            <RichText
              text={msg`<when/><edited> · edited</edited>`}
              tags={{ when: () => <RelativeTime at={createdAt} />, edited: (text) => <span>{text}</span> }}
            />
          ) : (
            <RelativeTime at={createdAt} />
          )}
        </span>
      </div>
    </div>
  );
}

/** Says how to get to read a locked update. */
function LockedText({ pool }: { pool: Pool }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <div className="flex gap-3 rounded-xl bg-sunken p-4">
      <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div>
        <p className="font-semibold">{t`Only contributors can read this update.`}</p>
        <p className="mt-0.5 text-muted">
          {pool.can.pledge || pool.can.pledgeLate
            ? t`Back this pool with any amount to read it.`
            : t`This pool takes no new pledges at the moment.`}
          {user ? null : (
            <span>
              {sentenceSpace()}
              <RichText
                text={msg`Already backing it? <link>Sign in</link>`}
                tags={{
                  link: (text) => (
                    <Link to={signInPath(here)} className="link" onClick={() => saveOriginalPage(here)}>
                      {text}
                    </Link>
                  ),
                }}
              />
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

function LikeButton({ update }: { update: ShownUpdate }) {
  return (
    <LikeToggle {...useUpdateLike(update)} disabled={useUser()?.suspended}>
      <RichText
        text={msg`Like<hidden> the update by ${{ name: nameOf(update) }}</hidden>`}
        tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
      />
    </LikeToggle>
  );
}

function Actions({
  update,
  reportOf,
  onEdit,
  open,
  onToggle,
}: Pick<UpdateSlots, 'reportOf'> & {
  update: ShownUpdate;
  onEdit: () => void;
  /** The comments are open. */
  open: boolean;
  onToggle: () => void;
}) {
  const user = useUser();
  const { commentCount } = update;
  return (
    <div className="-ms-3 flex flex-wrap [&_.btn]:text-sm [&_.btn]:font-medium">
      <LikeButton update={update} />
      <Button
        size="sm"
        variant="ghost"
        icon={<MessageCircle aria-hidden="true" />}
        aria-expanded={open}
        onClick={onToggle}
      >
        <RichText
          text={
            commentCount === 0
              ? msg`Comment<hidden> on the update by ${{ name: nameOf(update) }}</hidden>`
              : msg`Comments<hidden> on the update by ${{ name: nameOf(update) }}</hidden>`
          }
          tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
        />
        {commentCount > 0 ? <span className="tabular-nums text-faint">{formatNumber(commentCount)}</span> : null}
      </Button>
      {update.canEdit && !user?.suspended ? (
        <Button size="sm" variant="ghost" data-edit onPointerEnter={() => prefetch(loadEdit)} onClick={onEdit}>
          <RichText
            text={msg`Edit<hidden> the update</hidden>`}
            tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
          />
        </Button>
      ) : null}
      {update.canDelete && !user?.suspended ? <DeleteUpdateButton update={update} /> : null}
      {user?.id === update.author.id ? null : reportOf(update)}
    </div>
  );
}

/** One update with its likes and comments. */
export function UpdateCard({ pool, update, reportOf, commentsOf }: UpdateSlots & { pool: Pool; update: Update }) {
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const wasEditing = useRef(false);
  // The form disappears with the focused element, so keyboard focus returns to the button that opened it.
  useEffect(() => {
    if (wasEditing.current && !isEditing) item.current?.querySelector<HTMLElement>('[data-edit]')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const anchor = `update-${update.id}`;
  if (!isShown(update)) {
    return (
      <li id={anchor} className="scroll-mt-20">
        <HiddenWords by={update.hidden ?? 'them'} what="update" />
      </li>
    );
  }
  if (isEditing) {
    return (
      <li id={anchor} className="scroll-mt-20">
        <EditUpdate update={update} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li ref={item} id={anchor} className="scroll-mt-20">
      <article className="grid gap-3" aria-label={t`Update by ${{ name: nameOf(update) }}`}>
        <Byline pool={pool} update={update} />
        {update.locked ? (
          <LockedText pool={pool} />
        ) : (
          <>
            <Translatable kind="update" id={update.id} text={update.content} language={update.language}>
              {(text) => (
                <p className="user-text max-w-text whitespace-pre-line wrap-anywhere" dir="auto">
                  <LinkedText text={text} />
                </p>
              )}
            </Translatable>
            <UpdatePictures images={update.images} author={nameOf(update)} />
            <Actions
              update={update}
              reportOf={reportOf}
              onEdit={() => setEditing(true)}
              open={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
            {isOpen ? commentsOf(update) : null}
          </>
        )}
      </article>
    </li>
  );
}
