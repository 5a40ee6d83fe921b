-- What the page of a practice is made of.
alter table wellness.exercise
  -- One breath, [{phase, seconds}]; empty where nothing paces it.
  add column breath jsonb not null default '[]' check (jsonb_typeof(breath) = 'array'),
  -- What is heard behind it; apps make it themselves.
  add column sound text check (sound in ('RAIN', 'WAVES', 'WIND', 'TRAIN', 'BOWLS')),
  -- The parts of a day that it suits; empty for all of them.
  add column suits text[] not null default '{}' check (suits <@ array['MORNING', 'DAY', 'EVENING', 'NIGHT']);

-- The drawing that stands for it where it has no image.
alter table wellness.category add column illustration text
  check (illustration in ('BREATH', 'STILLNESS', 'MOVEMENT', 'NIGHT', 'PAPER', 'FOCUS'));

create index exercise_suits on wellness.exercise using gin (suits) where status = 'ACTIVE' and deleted_at is null;
