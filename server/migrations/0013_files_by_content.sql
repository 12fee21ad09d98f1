-- Whoever has a document alone finds the public file of its content.

CREATE INDEX file_versions_by_content ON file_versions (digest, id);
