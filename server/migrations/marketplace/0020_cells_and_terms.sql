-- The same numbers as before. A function in SQL is planned anew with every listing that is written, three times,
-- which takes longer than to write one; this one is called.
create or replace function marketplace.cell_of(latitude float8, longitude float8, per_degree float8) returns int
language plpgsql immutable parallel safe as $$
begin
  return (floor(latitude * per_degree) * 16384 + floor((longitude + 180) * per_degree / case
    when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 60 * per_degree then 1
    when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 74 * per_degree then 2
    when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 82 * per_degree then 4
    when abs(floor(latitude * per_degree) + 0.5) - 0.5 < 86 * per_degree then 8
    else 16384 end))::int;
end $$;
