-- Stamps of an account by UTC day, of days that have ended on a lane: the start page shows the last thirty. A counter that begins with
-- another day leaves the old one's number here, so that stamping costs what it did but for the first batch of a day. Rows are by lane, so
-- that lanes don't wait for each other; their sums count, together with the days that counters are on.
CREATE TABLE stamp_days (
  account_id uuid NOT NULL,
  day integer NOT NULL,
  lane_id smallint NOT NULL,
  stamps bigint NOT NULL,
  PRIMARY KEY (account_id, day, lane_id)
);

-- A clock that was set back leads to a day twice: both numbers are of that day.
CREATE FUNCTION keep_stamp_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stamp_days AS d (account_id, day, lane_id, stamps) VALUES (old.account_id, old.day, old.lane_id, old.today)
  ON CONFLICT (account_id, day, lane_id) DO UPDATE SET stamps = d.stamps + excluded.stamps;
  RETURN NULL;
END $$;
CREATE TRIGGER stamp_day_ended AFTER UPDATE OF day ON stamp_counts
  FOR EACH ROW WHEN (old.day <> new.day AND old.today > 0) EXECUTE FUNCTION keep_stamp_day();

-- The days before this file, less what counters still have of them.
SET LOCAL statement_timeout = 0;
INSERT INTO stamp_days (account_id, day, lane_id, stamps)
SELECT m.account_id, m.day, (SELECT min(lane_id) FROM stamp_counts WHERE account_id = m.account_id), m.stamps - m.kept
  FROM (SELECT made.*, (SELECT coalesce(sum(k.today), 0) FROM stamp_counts k
                         WHERE k.account_id = made.account_id AND k.day = made.day) AS kept
          FROM (SELECT s.account_id, coalesce(b.day, day_of(s.id)) AS day, count(*) AS stamps
                  FROM stamps s JOIN batches b ON b.id = s.batch_id
                 WHERE coalesce(b.day, day_of(s.id)) > day_now() - 31 GROUP BY 1, 2) AS made) AS m
 WHERE m.stamps > m.kept AND EXISTS (SELECT FROM stamp_counts WHERE account_id = m.account_id);
