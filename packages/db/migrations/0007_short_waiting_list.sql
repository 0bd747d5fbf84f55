-- What is written waits in an unsorted list until the list is full, and every search reads that list from end to end. With the
-- 4 MB it may hold by default a search took ten times the work; a short list is as quick to write to.
ALTER INDEX teamlore.documents_text SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX teamlore.documents_paths SET (gin_pending_list_limit = 256);
