-- Whose goals an exercise moves is told to who looks after it, and they are told when it is retired.
create index goal_of_exercise on wellness.goal (exercise_id, id)
  where exercise_id is not null and deleted_at is null and status = 'ACTIVE';
