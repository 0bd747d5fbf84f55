-- A GitLab is connected by a token of it. Where the token may, this server makes the webhooks of its repositories.
ALTER TABLE teamlore.integrations DROP CONSTRAINT integrations_kind_check;
--> statement-breakpoint
ALTER TABLE teamlore.integrations ADD CONSTRAINT integrations_kind_check CHECK (kind IN ('github', 'gitlab')),
  ADD COLUMN makes_hooks boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- When its webhook was last seen to; null where there is none that this server made.
ALTER TABLE teamlore.integration_repositories ADD COLUMN hooked_at timestamptz;
