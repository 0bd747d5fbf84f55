-- The folder of a lorebook within its repository, so that its files can be opened there; null where no ingest named it yet.
ALTER TABLE teamlore.books ADD COLUMN home_folder text;
