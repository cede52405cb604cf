-- The complete backups that this database knows of, for `cli doctor`. A row is written after its file, so a backup does not contain its own.
create table backups (
  id uuid primary key,
  -- The time of the snapshot.
  taken_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  bytes bigint not null,
  sha256 text not null,
  encrypted boolean not null,
  -- Whether the file was read back from the disk with this checksum. False for a backup to standard output.
  verified boolean not null
);
create index backups_newest on backups (taken_at desc);
