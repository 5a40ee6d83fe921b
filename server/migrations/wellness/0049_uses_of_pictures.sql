-- A picture that one category shows both large and as its icon counted as used once, so that the first of them to change
-- handed it over to the sweeper.
with shown as (
  select upload_id, count(*)::int as times
  from (select unnest(array[image_id, icon_id]) as upload_id from wellness.category) c
  where upload_id is not null group by upload_id
)
update platform.upload u set uses = shown.times
from shown where u.id = shown.upload_id and u.uses < shown.times;
