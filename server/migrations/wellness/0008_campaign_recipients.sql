alter table wellness.campaign
  -- The people of a segment who are still to be written down: those behind the first id, up to the
  -- last, who belong to it at that moment. Null once all are, or when people were named.
  add column segment_after uuid,
  add column segment_until uuid,
  add column segment_at timestamptz(3),
  -- Deliveries in the end, so that nobody counts them again. Null until then.
  add column total_count int,
  add column sent_count int;
