-- A call names the settings it was made with, by a digest: those that failed before an address or a key was corrected say
-- nothing of the new ones.
ALTER TABLE "teamlore"."usage_events" ADD COLUMN "setup" text;--> statement-breakpoint
-- An admin may have the model asked again at once.
ALTER TABLE "teamlore"."model_settings" ADD COLUMN "asked_again_at" timestamp with time zone;
