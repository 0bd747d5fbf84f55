-- Annotations and summaries that people write of a session are searched like its messages.
ALTER TABLE teamlore.session_notes ADD COLUMN documents integer;
--> statement-breakpoint
ALTER TABLE teamlore.documents DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check CHECK
    (kind IN ('message','prompt','observation','summary','session_note','memory','entity','commit','memory_file')) NOT VALID;
