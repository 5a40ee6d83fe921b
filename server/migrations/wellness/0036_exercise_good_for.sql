-- Exercises by the feelings that they are good for.
create index exercise_good_for on wellness.exercise using gin (good_for) where status = 'ACTIVE' and deleted_at is null;
