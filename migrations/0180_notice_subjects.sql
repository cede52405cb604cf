-- The pool that a notice is about, and the person whose act it reports. The notifications page shows their pictures and groups by them.
-- Without foreign keys: a notice outlives both, and the page then shows the icon of its kind.

alter table notifications add column pool_id uuid, add column person_id uuid;
