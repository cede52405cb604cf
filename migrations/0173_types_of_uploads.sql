-- Browsers have several names for one type. New uploads get the usual name, by their bytes; these are the uploads from before.
update uploads u
set content_type = n.usual
from (values
  ('audio/aacp', 'audio/aac'), ('audio/x-aac', 'audio/aac'),
  ('audio/m4a', 'audio/mp4'), ('audio/x-m4a', 'audio/mp4'), ('audio/x-m4b', 'audio/mp4'),
  ('audio/mp3', 'audio/mpeg'), ('audio/x-mp3', 'audio/mpeg'), ('audio/x-mpeg', 'audio/mpeg'),
  ('audio/opus', 'audio/ogg'), ('audio/vorbis', 'audio/ogg'), ('application/ogg', 'audio/ogg'),
  ('audio/vnd.wave', 'audio/wav'), ('audio/wave', 'audio/wav'), ('audio/x-wav', 'audio/wav'),
  ('audio/x-flac', 'audio/flac'), ('audio/x-aiff', 'audio/aiff'),
  ('video/x-m4v', 'video/mp4'), ('video/matroska', 'video/x-matroska'),
  ('image/jpg', 'image/jpeg'), ('image/pjpeg', 'image/jpeg'), ('image/apng', 'image/png'), ('image/x-png', 'image/png')
) as n (given, usual)
where u.content_type = n.given;

update uploads u
set content_type = n.usual
from (values
  ('aac', 'audio/aac'), ('flac', 'audio/flac'), ('m4a', 'audio/mp4'), ('mp3', 'audio/mpeg'), ('oga', 'audio/ogg'),
  ('ogg', 'audio/ogg'), ('opus', 'audio/ogg'), ('wav', 'audio/wav'),
  ('m4v', 'video/mp4'), ('mkv', 'video/x-matroska'), ('mov', 'video/quicktime'), ('mp4', 'video/mp4'), ('webm', 'video/webm'),
  ('gif', 'image/gif'), ('jpeg', 'image/jpeg'), ('jpg', 'image/jpeg'), ('png', 'image/png'), ('webp', 'image/webp')
) as n (ending, usual)
where u.content_type = 'application/octet-stream' and lower(substring(u.name from '\.([^.]+)$')) = n.ending;
