-- A conversation stands in the list at the time of its last message that is still there. Until now a deletion left it where the deleted
-- message had put it.
update chat_rooms r set updated_at = place.at
from (
  select c.id, coalesce(
    (select m.created_at from messages m where m.room_id = c.id and m.deleted_at is null order by m.seq desc limit 1), c.created_at) as at
  from chat_rooms c) place
where place.id = r.id and place.at <> r.updated_at;
