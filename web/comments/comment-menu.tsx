import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { deleteComment } from '#contract/calls/updates-and-comments.ts';
import type { Reply } from '#contract/comments.ts';
import { t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { useUser } from '#web/data/session.ts';
import { useReport } from '#web/safety/use-report.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { DropdownMenu } from '#web/ui/dropdown-menu.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { useRefreshComments } from './comment-queries.ts';

function DeleteDialog({ comment, open, onClose }: { comment: Reply; open: boolean; onClose: () => void }) {
  const refresh = useRefreshComments();
  const isDeleted = useRef(false);
  // The menu disappears with its comment, so keyboard focus moves to the comment form.
  useEffect(
    () => () => {
      if (isDeleted.current) document.querySelector<HTMLElement>('#comments textarea')?.focus();
    },
    [],
  );
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(deleteComment, { params: { id: comment.id } }),
    onSuccess: async () => {
      isDeleted.current = true;
      await refresh();
      toast({ title: t`Comment deleted` });
    },
    onError: toastError,
    onSettled: onClose,
  });
  return (
    <Confirm
      open={open}
      onClose={onClose}
      onConfirm={() => mutate()}
      title={t`Delete this comment?`}
      action={t`Delete`}
      busy={isPending}
    >
      <p>{t`The text is deleted permanently. Replies stay.`}</p>
    </Confirm>
  );
}

/** The menu of a comment. `by` is its author's name. */
export function CommentMenu({ comment, by }: { comment: Reply; by: string }) {
  const user = useUser();
  const [deleting, setDeleting] = useState(false);
  const { author } = comment;
  const report = useReport({
    kind: 'comment',
    id: comment.id,
    name: author?.username,
  });
  const items: MenuItem[] = [];
  if (user?.id !== author?.id) items.push(report.item);
  if (comment.canDelete) {
    const icon = <Trash2 aria-hidden="true" />;
    items.push({ label: t`Delete`, icon, danger: true, onSelect: () => setDeleting(true) });
  }
  if (items.length === 0) return null;
  return (
    <>
      <DropdownMenu
        triggerClass="btn btn-ghost btn-sm"
        trigger={<Ellipsis aria-hidden="true" />}
        label={t`More for the comment by ${{ name: by }}`}
        items={items}
      />
      {comment.canDelete ? <DeleteDialog comment={comment} open={deleting} onClose={() => setDeleting(false)} /> : null}
      {report.dialog}
    </>
  );
}
