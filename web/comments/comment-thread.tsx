import { type ReactNode, useRef, useState } from 'react';
import type { Comment, Reply } from '#contract/comments.ts';
import { msg, plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { userPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Translatable } from '#web/translations/translatable.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { HiddenWords } from '#web/ui/hidden-words.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentLikeButton } from './comment-like.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { repliesOf } from './comment-queries.ts';

const nameOf = ({ author }: Reply) => author?.displayName || author?.username || '';

/** Marks comments by the pool's creator and by its owner. */
function Part({ pool, author }: { pool: Pool; author: Reply['author'] }) {
  if (!author) return null;
  if (author.id === pool.assignedCreator?.id) return <Chip tone="paid">{t`Creator`}</Chip>;
  return author.id === pool.creator.id ? <Chip tone="accent">{t`Started this pool`}</Chip> : null;
}

interface EntryProps {
  pool: Pool;
  comment: Reply;
  onReply: (to: Reply, button: HTMLElement) => void;
}

/** One comment or reply with its actions. */
function Entry({ pool, comment, onReply }: EntryProps) {
  const user = useUser();
  const { author } = comment;
  if (comment.hidden) return <HiddenWords by={comment.hidden} what="comment" />;
  if (comment.deleted || !author) {
    return <p className="py-1 text-faint italic">{t`This comment was deleted.`}</p>;
  }
  const name = nameOf(comment);
  return (
    <article className="flex gap-3" aria-label={t`Comment by ${{ name }}`}>
      <Avatar name={name} src={author.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to={userPath(author.username)} className="tap font-semibold wrap-anywhere hover:underline">
            {name}
          </Link>
          <Part pool={pool} author={author} />
          <span className="text-sm text-faint">
            <RelativeTime at={comment.createdAt} />
          </span>
        </p>
        <Translatable kind="comment" id={comment.id} text={comment.content}>
          {(text) => (
            <p className="user-text mt-0.5 max-w-text whitespace-pre-line wrap-anywhere" dir="auto">
              <LinkedText text={text} />
            </p>
          )}
        </Translatable>
        <div className="-ms-3 flex flex-wrap text-muted [&_.btn]:text-sm [&_.btn]:font-medium">
          <CommentLikeButton comment={comment} by={name} />
          {user && !user.suspended ? (
            <Button size="sm" variant="ghost" onClick={(event) => onReply(comment, event.currentTarget)}>
              <RichText
                text={msg`Reply<hidden> to ${{ name }}</hidden>`}
                tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
              />
            </Button>
          ) : null}
          <CommentMenu comment={comment} by={name} />
        </div>
      </div>
    </article>
  );
}

/** One page of a thread's replies. */
function ReplyPage({
  threadId,
  page,
  children,
}: {
  threadId: string;
  page: number;
  children: (reply: Reply) => ReactNode;
}) {
  const { data, error, refetch } = useData(repliesOf(threadId, page));
  if (data) return data.replies.map(children);
  if (!error) return <p className="text-muted">{t`Loading replies…`}</p>;
  return (
    <p role="alert">
      {t`We couldn’t load the replies.`} <Button size="sm" onClick={() => void refetch()}>{t`Retry`}</Button>
    </p>
  );
}

interface ThreadProps extends Pick<EntryProps, 'pool'> {
  thread: Comment;
  onSubmit: (content: string, parentId: string) => Promise<unknown>;
}

const pageSize = limits.comment.repliesPageSize;

/** A comment with its replies and the reply form. */
export function Thread({ pool, thread, onSubmit }: ThreadProps) {
  // The number of reply pages shown; 0 while the replies that came with the thread are enough.
  const [pages, setPages] = useState(0);
  const [answered, setAnswered] = useState<Reply>();
  const shown = pages === 0 ? thread.replies.length : Math.min(pages * pageSize, thread.replyCount);
  const hidden = thread.replyCount - shown;
  const [isSent, setSent] = useState(false);
  const opener = useRef<HTMLElement>(null);
  const openReply = (to: Reply, button: HTMLElement) => {
    opener.current = button;
    setSent(false);
    setAnswered(to);
  };
  const closeReply = () => {
    setAnswered(undefined);
    // The person may have gone elsewhere while the reply was sent.
    if (opener.current?.closest('li')?.contains(document.activeElement)) opener.current.focus();
  };
  const entry = (comment: Reply) => <Entry key={comment.id} pool={pool} comment={comment} onReply={openReply} />;
  const say = async (content: string) => {
    await onSubmit(content, answered?.id ?? thread.id);
    // The new reply is on the last page: open all pages, so that its author sees it.
    if (hidden > 0 || pages > 0) setPages(Math.ceil((thread.replyCount + 1) / pageSize));
    setSent(true);
  };
  return (
    <li id={`comment-${thread.id}`} className="grid scroll-mt-20 grid-cols-1 gap-2">
      {entry(thread)}
      {thread.replyCount > 0 || answered ? (
        <div className="long-list ms-4 grid gap-3 border-s-2 border-line ps-4 md:ms-4 md:ps-6">
          {pages === 0
            ? thread.replies.map(entry)
            : Array.from({ length: pages }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the page number
                <ReplyPage key={index} threadId={thread.id} page={index + 1}>
                  {entry}
                </ReplyPage>
              ))}
          {hidden > 0 ? (
            <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => setPages(pages + 1)}>
              {t`Show ${plural({ replies: hidden }, { one: '# more reply', other: '# more replies' })}`}
            </Button>
          ) : null}
          {answered ? (
            <CommentForm
              key={answered.id}
              label={t`Reply to ${{ name: nameOf(answered) }}`}
              action={t`Reply`}
              start={answered.parentId && answered.author ? `@${answered.author.username} ` : ''}
              onSubmit={say}
              onClose={closeReply}
            />
          ) : null}
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isSent ? t`Reply posted` : ''}
      </p>
    </li>
  );
}
