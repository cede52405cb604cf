-- The deletion of a creator's account closes their completed pools to late pledges, whose money would be due to no one. Before, it did not.
update pools p set allow_late_pledges = false
from users u
where u.id = p.assigned_creator_id and u.deleted_at is not null and p.status = 'completed' and p.allow_late_pledges;
