-- Files that a command deleted or moved counted as edits of no lines.
UPDATE teamlore.sessions s SET edit_count = (
  SELECT count(*) FROM teamlore.edits e
  WHERE e.session_id = s.id AND (e.operation NOT IN ('delete', 'rename') OR e.added_lines + e.removed_lines > 0))
WHERE EXISTS (SELECT FROM teamlore.edits e
  WHERE e.session_id = s.id AND e.operation IN ('delete', 'rename') AND e.added_lines + e.removed_lines = 0);
