-- A message that stays for its replies loses its text when its sender deletes the account. `changed_seq` is the number that the room gave to this
-- change, so that a catch-up can return the message again, as it returns deletions.

alter table messages add column changed_seq bigint;
