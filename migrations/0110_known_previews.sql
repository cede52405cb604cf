-- The nightly sweep asks which previews are known, to delete the files of the others.
create index content_files_preview on content_files (preview_key) where preview_key is not null;
