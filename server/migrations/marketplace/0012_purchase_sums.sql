-- What a purchase cost besides its price, and what its sale left: written whenever either changes.
alter table marketplace.purchase_listing add column costs_minor bigint not null default 0;
alter table marketplace.purchase_listing add column net_minor bigint;
-- At which prices things like it were sold, as it was found at that time: {n, min, p25, median, p75, max}.
alter table marketplace.purchase_listing add column comps jsonb;
alter table marketplace.purchase_listing add column compared_at timestamptz(3) not null default '-infinity';

update marketplace.purchase_listing l set costs_minor = coalesce((
  select sum(c.amount_minor) from marketplace.purchase_cost c where c.listing_id = l.id), 0);
update marketplace.purchase_listing l
set net_minor = s.sold_price_minor - l.price_minor - l.costs_minor - s.fees_minor - s.shipping_cost_minor + s.shipping_paid_minor
from marketplace.purchase_sale s where s.listing_id = l.id and s.undone_at is null;

-- A person's purchases by currency; sold ones count even when they were removed.
create table marketplace.purchase_total (
  user_id uuid not null references marketplace.users on delete cascade,
  currency text not null,
  owned int not null,
  listed int not null,
  sold int not null,
  spent_minor bigint not null,
  net_minor bigint not null,
  primary key (user_id, currency)
);

create function marketplace.keep_purchase_total() returns trigger language plpgsql as $$
begin
  insert into marketplace.purchase_total as t (user_id, currency, owned, listed, sold, spent_minor, net_minor)
  select l.user_id, l.currency, sum(l.sign * (l.status = 'owned')::int), sum(l.sign * (l.status = 'listed')::int),
    sum(l.sign * (l.status = 'sold')::int), sum(l.sign * l.spent), sum(l.sign * coalesce(l.net, 0))
  from (values
    (-1, old.user_id, old.currency, old.status, old.deleted_at, old.price_minor + old.costs_minor, old.net_minor),
    (1, new.user_id, new.currency, new.status, new.deleted_at, new.price_minor + new.costs_minor, new.net_minor)
  ) as l (sign, user_id, currency, status, deleted_at, spent, net)
  -- The row of an insert has no old.
  where l.user_id is not null and (l.deleted_at is null or l.status = 'sold')
  group by 1, 2
  on conflict (user_id, currency) do update set owned = t.owned + excluded.owned, listed = t.listed + excluded.listed,
    sold = t.sold + excluded.sold, spent_minor = t.spent_minor + excluded.spent_minor, net_minor = t.net_minor + excluded.net_minor;
  return null;
end $$;
create trigger purchase_listing_total after insert or update of currency, status, deleted_at, price_minor, costs_minor, net_minor
  on marketplace.purchase_listing for each row execute function marketplace.keep_purchase_total();

insert into marketplace.purchase_total (user_id, currency, owned, listed, sold, spent_minor, net_minor)
select user_id, currency, count(*) filter (where status = 'owned'), count(*) filter (where status = 'listed'),
  count(*) filter (where status = 'sold'), sum(price_minor + costs_minor), coalesce(sum(net_minor), 0)
from marketplace.purchase_listing where deleted_at is null or status = 'sold' group by 1, 2;

create index purchase_listing_titles on marketplace.purchase_listing using gin (user_id, title public.gin_trgm_ops);
create index purchase_listing_uncompared on marketplace.purchase_listing (compared_at) where status <> 'sold' and deleted_at is null;

-- Thirty days of selling: who looks for a title begins with the newest and stops when there is enough.
create function marketplace.sold_month(sold_at timestamptz) returns int language sql immutable parallel safe
return floor(extract(epoch from sold_at - timestamptz '1970-01-01 00:00:00Z') / 2592000)::int;
drop index marketplace.post_sold_titles;
create index post_sold_titles on marketplace.post using gin (marketplace.sold_month(sold_at), title public.gin_trgm_ops)
  where status = 'sold';
