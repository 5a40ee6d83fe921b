-- A person's currency follows the country until they choose one.
alter table marketplace.users add column has_own_currency boolean not null default false;

-- Amounts were kept with the decimals of CLDR, which leaves out those that nobody uses; they have those of ISO 4217 from now on.
create temporary table rescaled (currency text primary key, factor int not null) on commit drop;
insert into rescaled
select unnest(array['AFN', 'ALL', 'COP', 'HUF', 'IDR', 'IRR', 'KPW', 'LAK', 'LBP', 'MGA', 'MMK', 'PKR', 'SLL', 'SOS', 'SYP', 'YER']), 100
union all select 'IQD', 1000;

-- The numbers below keys of minor units, however deep, times a factor.
create function pg_temp.rescale(value jsonb, factor int, is_amount boolean) returns jsonb language plpgsql as $$
begin
  return case jsonb_typeof(value)
    when 'number' then case when is_amount then to_jsonb(value::numeric * factor) else value end
    when 'array' then (
      select coalesce(jsonb_agg(pg_temp.rescale(item, factor, is_amount) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as part(item, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(key, pg_temp.rescale(item, factor, is_amount or key like '%\_minor')), '{}')
      from jsonb_each(value) as part(key, item))
    else value end;
end $$;

update marketplace.favourite f set price_at_save_minor = f.price_at_save_minor * r.factor
from marketplace.post p join rescaled r using (currency) where p.id = f.post_id;
update marketplace.post_baseline b set told = pg_temp.rescale(b.told, r.factor, false)
from rescaled r where r.currency = b.told->>'currency';
update marketplace.post p set price_minor = p.price_minor * r.factor, sold_price_minor = p.sold_price_minor * r.factor,
  last_price_drop_minor = p.last_price_drop_minor * r.factor
from rescaled r where r.currency = p.currency;

update marketplace.purchase_cost c set amount_minor = c.amount_minor * r.factor
from marketplace.purchase_listing l join rescaled r using (currency) where l.id = c.listing_id;
update marketplace.purchase_sale s set sold_price_minor = s.sold_price_minor * r.factor, fees_minor = s.fees_minor * r.factor,
  shipping_cost_minor = s.shipping_cost_minor * r.factor, shipping_paid_minor = s.shipping_paid_minor * r.factor
from marketplace.purchase_listing l join rescaled r using (currency) where l.id = s.listing_id;
update marketplace.purchase_event e set changes = pg_temp.rescale(e.changes, r.factor, false)
from marketplace.purchase_listing l join rescaled r using (currency) where l.id = e.listing_id;
update marketplace.purchase_listing l set price_minor = l.price_minor * r.factor
from rescaled r where r.currency = l.currency;

drop function pg_temp.rescale(jsonb, int, boolean);
