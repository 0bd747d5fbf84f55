-- `rests_on`: what a memory says holds because of another; where that gives its place to a newer one, this is told of.
ALTER TABLE teamlore.memory_relations DROP CONSTRAINT memory_relations_type_check;
--> statement-breakpoint
ALTER TABLE teamlore.memory_relations ADD CONSTRAINT memory_relations_type_check
  CHECK (type IN ('supersedes','amends','contradicts','duplicates','relates','rests_on'));
