-- From which confidence on a link that was inferred is shown and counted in a project. Those below stay, so that a lower one brings them back.
ALTER TABLE teamlore.projects ADD COLUMN links_from double precision NOT NULL DEFAULT 0.5
  CONSTRAINT projects_links_from_check CHECK (links_from BETWEEN 0.5 AND 1);
