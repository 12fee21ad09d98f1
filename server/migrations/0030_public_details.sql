-- Anyone may see a public stamp's hash, name, time and code. Its details are public only once its owner has said so, which no one
-- has yet: stamps made before keep theirs to their owner.
--
-- A private stamp can be made public. Its leaf stays committed to what it was stamped as, so that is kept.
ALTER TABLE stamps
  ADD COLUMN details_public boolean NOT NULL DEFAULT false,
  ADD COLUMN was_private boolean NOT NULL DEFAULT false;
