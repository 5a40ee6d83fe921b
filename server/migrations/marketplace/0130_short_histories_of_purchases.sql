-- Of what happened to a purchase the newest hundred are kept, with the beginning of long texts, and of long lists how many
-- entries they have.
delete from marketplace.purchase_event e using (
  select id, row_number() over (partition by listing_id order by created_at desc, id desc) as place
  from marketplace.purchase_event
) newest
where e.id = newest.id and newest.place > 100;

create function pg_temp.shortened(value jsonb) returns jsonb language sql as $$
  select case
    when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 200 then to_jsonb(left(value #>> '{}', 199) || '…')
    when jsonb_typeof(value) = 'array' and length(value::text) > 1000 then jsonb_build_object('entries', jsonb_array_length(value))
    else value end
$$;

update marketplace.purchase_event set changes = (
  select jsonb_object_agg(field, jsonb_build_object(
    'from', pg_temp.shortened(change->'from'), 'to', pg_temp.shortened(change->'to')))
  from jsonb_each(changes) as part(field, change))
where octet_length(changes::text) > 200;

drop function pg_temp.shortened(jsonb);
