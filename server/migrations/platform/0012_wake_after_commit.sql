-- Stores events in the order of the commits of each recipient. Nobody is woken here: a notice within a
-- transaction holds one lock of the whole cluster until its commit is durable, so it is sent afterwards.
create or replace function platform.publish(events jsonb, at timestamptz) returns void language plpgsql as $$
declare
  item record;
begin
  for item in
    select distinct e->>'realm' as realm, (e->>'recipient')::uuid as recipient
    from jsonb_array_elements(events) e order by 1, 2
  loop
    perform pg_advisory_xact_lock(hashtextextended(item.realm || item.recipient::text, 41));
    insert into platform.live_event (realm, recipient_id, type, data, created_at)
    select item.realm, item.recipient, e->>'type', e->'data', at
    from jsonb_array_elements(events) with ordinality as listed(e, position)
    where e->>'realm' = item.realm and (e->>'recipient')::uuid = item.recipient
    order by position;
  end loop;
end $$;
