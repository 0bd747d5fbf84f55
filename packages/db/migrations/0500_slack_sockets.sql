-- Whether the server opens a socket to Slack, instead of Slack sending to an address of the server.
ALTER TABLE teamlore.slack_apps ADD COLUMN by_socket boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Which worker has the socket, until when unless it says so again, and since when the socket is open.
ALTER TABLE teamlore.slack_apps ADD COLUMN socket_holder text COLLATE "C";
--> statement-breakpoint
ALTER TABLE teamlore.slack_apps ADD COLUMN socket_until timestamptz;
--> statement-breakpoint
ALTER TABLE teamlore.slack_apps ADD COLUMN socket_since timestamptz;
