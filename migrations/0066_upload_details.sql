-- The uploader's browser measures audio and video files (decisions/0031): their length, the loudness of equal parts from 0 to 100, and a
-- frame as a WebP that the server has encoded again. `described_at` makes that happen once, so a delivery's look cannot change later.
alter table uploads
  add column duration_ms integer check (duration_ms > 0),
  add column peaks smallint[] check (cardinality(peaks) between 1 and 400),
  add column poster bytea check (octet_length(poster) <= 300000),
  add column described_at timestamptz;
