-- When the owner of a creator page last saved it. Null until then: the first edit offers to copy the account's picture and bio.

alter table creator_profiles add column edited_at timestamptz;
