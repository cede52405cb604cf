import { useState } from 'react';
import { addUpdateComment, listUpdateComments } from '#contract/calls/updates-and-comments.ts';
import { t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { Update } from '#contract/updates.ts';
import { call } from '#web/data/call.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { useRefreshComments } from './comment-queries.ts';
import { Thread } from './comment-thread.tsx';
import { Composer } from './pool-comments.tsx';

const commentsOf = (updateId: string, page: number) =>
  optional(live(query(listUpdateComments, { params: { id: updateId }, query: { page } })));

interface CommentsProps {
  pool: Pool;
  update: Update;
}

type Submit = (content: string, parentId?: string) => Promise<unknown>;

/** One page of the threads on an update. */
function ThreadPage({ pool, update, page, onSubmit }: CommentsProps & { page: number; onSubmit: Submit }) {
  const comments = useData(commentsOf(update.id, page));
  return (
    <Loaded of={comments} loading={<Skeleton className="h-12" />} failed={t`We couldn’t load the comments`}>
      {(data) => (
        <ul className="long-list grid gap-4">
          {data.comments.map((thread) => (
            <Thread key={thread.id} pool={pool} thread={thread} onSubmit={onSubmit} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The comments on an update, newest first. */
export function UpdateComments(props: CommentsProps) {
  const { id, commentCount } = props.update;
  const [pages, setPages] = useState(1);
  const first = useData(commentsOf(id, 1), { enabled: commentCount > 0 });
  const refresh = useRefreshComments();
  const say: Submit = async (content, parentId) => {
    await call(addUpdateComment, { params: { id }, body: { content, ...(parentId ? { parentId } : {}) } });
    await refresh();
  };
  const total = first.data?.pagination.totalPages ?? 1;
  return (
    <div className="grid gap-4 border-s-2 border-line ps-4">
      <Composer onSubmit={say} />
      {commentCount > 0
        ? Array.from({ length: pages }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the page number
            <ThreadPage key={index} {...props} page={index + 1} onSubmit={say} />
          ))
        : null}
      {pages < total ? (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          onClick={() => setPages(pages + 1)}
        >{t`Show more comments`}</Button>
      ) : null}
    </div>
  );
}
