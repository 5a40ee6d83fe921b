-- Who practised on a date: whether a freeze saved the streak of somebody is looked after once the next one has ended.
create index practice_day_of_date on wellness.practice_day (local_date, user_id)
  where category_id is null and exercise_id is null and status = 'COMPLETED';
