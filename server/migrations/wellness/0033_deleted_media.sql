-- A deleted exercise loses its recording a month later; its names stay in the history.
alter table wellness.exercise drop constraint exercise_check,
  add constraint exercise_recording check (media_type not in ('AUDIO', 'VIDEO') or media_id is not null or deleted_at is not null);
create index exercise_media_left on wellness.exercise (deleted_at)
  where deleted_at is not null and (media_id is not null or thumbnail_id is not null);
create index category_pictures_left on wellness.category (deleted_at)
  where deleted_at is not null and (image_id is not null or icon_id is not null);
