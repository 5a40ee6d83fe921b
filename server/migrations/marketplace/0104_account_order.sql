-- By the day on which somebody was here last; within a day nothing in an index changes.
alter table marketplace.presence
  add column seen_day date not null generated always as ((seen_at at time zone 'UTC')::date) stored;
create index presence_by_day on marketplace.presence (seen_day desc, user_id desc);

-- How much speaks against somebody, of a hundred: docs/decisions/0080-risk-of-accounts.md. Whom nothing is known of has no row.
create table marketplace.account_risk (
  user_id uuid primary key references marketplace.users on delete cascade,
  risk int not null check (risk between 1 and 100)
);
create index account_risk_highest on marketplace.account_risk (risk desc, user_id desc);

create function marketplace.risk_of(person uuid) returns int language sql stable as $$
  select least(100, (
    coalesce((select sum(case when c.is_urgent then 25 else 10 end) from marketplace.moderation_case c
      where c.subject_id = person and c.is_open), 0)
    + coalesce((select sum(case d.action when 'warn' then 10 when 'hide' then 15 when 'remove' then 20 when 'suspend' then 40 else 60 end)
      from marketplace.moderation_decision d
      where d.subject_id = person and d.status = 'standing' and d.action in ('warn', 'hide', 'remove', 'suspend', 'ban')), 0)
    + coalesce((select count(*) * 30 from marketplace.payment p join marketplace.payment_dispute b on b.payment_id = p.id
      where p.user_id = person and b.phase = 'lost'), 0)))::int
$$;

create function marketplace.weigh_account(person uuid) returns void language plpgsql as $$
declare
  weighed int := marketplace.risk_of(person);
begin
  if weighed = 0 then
    delete from marketplace.account_risk where user_id = person;
  else
    insert into marketplace.account_risk (user_id, risk) values (person, weighed)
    on conflict (user_id) do update set risk = excluded.risk where account_risk.risk <> excluded.risk;
  end if;
end $$;

create function marketplace.weigh_subject() returns trigger language plpgsql as $$
begin
  perform marketplace.weigh_account(case tg_op when 'DELETE' then old.subject_id else new.subject_id end);
  return null;
end $$;
create trigger case_weighs after insert or delete or update of is_open, is_urgent on marketplace.moderation_case
  for each row execute function marketplace.weigh_subject();
create trigger decision_weighs after insert or delete or update of status on marketplace.moderation_decision
  for each row execute function marketplace.weigh_subject();

create function marketplace.weigh_payer() returns trigger language plpgsql as $$
begin
  perform marketplace.weigh_account(p.user_id) from marketplace.payment p where p.id = new.payment_id;
  return null;
end $$;
create trigger dispute_weighs after insert or update of phase on marketplace.payment_dispute
  for each row execute function marketplace.weigh_payer();

insert into marketplace.account_risk (user_id, risk)
select u.id, marketplace.risk_of(u.id) from marketplace.users u
where u.id in (
    select subject_id from marketplace.moderation_case union select subject_id from marketplace.moderation_decision
    union select p.user_id from marketplace.payment p join marketplace.payment_dispute b on b.payment_id = p.id)
  and marketplace.risk_of(u.id) > 0;
