-- Delivered files that their creator shows to everyone, in the gallery of the creator page. Null: only the people of the pool read the file.

alter table content_files add column public_at timestamptz;
create index content_files_public on content_files (claim_id) where public_at is not null;
