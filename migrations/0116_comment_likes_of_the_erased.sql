-- A like of a comment that was sent during the deletion of its author's account could outlive the deletion. From now on it is refused, as
-- other likes are.
create trigger comment_likes_of_the_living after insert on comment_likes referencing new table as added
  for each statement execute function refuse_erased('user_id');

-- The trigger of the table corrects the counts of the comments.
delete from comment_likes l using users u where u.id = l.user_id and u.deleted_at is not null;
