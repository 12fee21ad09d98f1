-- What went wrong in an attempt, as a code that programs can go by; the words beside it are for people.

ALTER TABLE delivery_attempts ADD COLUMN error_code text; -- null: nothing did, or it was tried before there were codes
