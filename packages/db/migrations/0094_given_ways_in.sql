-- Who made it possible for somebody else: a browser or passkey that came in by a link of theirs holds as long as they may give one.
ALTER TABLE teamlore.browser_sessions ADD COLUMN given_by text COLLATE "C";
--> statement-breakpoint
ALTER TABLE teamlore.passkeys ADD COLUMN given_by text COLLATE "C";
--> statement-breakpoint
ALTER TABLE teamlore.device_codes ADD COLUMN given_by text COLLATE "C";
--> statement-breakpoint
GRANT SELECT (given_by) ON teamlore.browser_sessions TO teamlore_app;
