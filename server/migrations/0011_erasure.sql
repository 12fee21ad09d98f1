-- Places of stamps that were erased with their account: their leaves stay in the batch, and tell nothing (I7).
CREATE TABLE erased_stamps (
  batch_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  PRIMARY KEY (batch_id, leaf_index)
);
