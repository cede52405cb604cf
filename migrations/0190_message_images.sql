-- Pictures of chat messages, in their order. A message without a text has the text "Picture" (contract/chat-pictures.ts), so every
-- message that is not deleted has a text.
create table message_images (
  message_id uuid not null references messages on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  primary key (message_id, image_id)
);
create index message_images_image on message_images (image_id);

-- The pictures of a reported message, while the report is open: its sender may delete the message with them.
create table report_images (
  report_id uuid not null references reports on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  primary key (report_id, image_id)
);
create index report_images_image on report_images (image_id);
