-- Whom a plan is open to, in the order in which accounts are listed: what that asks is kept beside the subscription.
alter table marketplace.subscription add column plan_key text collate "C", add column user_since timestamptz(3);

create function marketplace.file_subscription() returns trigger language plpgsql as $$
begin
  select key into new.plan_key from marketplace.plan where id = new.plan_id;
  select created_at into new.user_since from marketplace.users where id = new.user_id;
  return new;
end $$;
create trigger subscription_filed before insert or update of plan_id, user_id on marketplace.subscription
  for each row execute function marketplace.file_subscription();

update marketplace.subscription set plan_id = plan_id;
alter table marketplace.subscription alter column plan_key set not null, alter column user_since set not null;
create index subscription_by_plan on marketplace.subscription (plan_key, user_since, user_id) include (access_until)
  where access_until is not null;
