-- Of two that weigh somebody at the same moment, neither saw what the other had written, and one of the two was missing.
create or replace function marketplace.weigh_account(person uuid) returns void language plpgsql as $$
declare
  weighed int;
begin
  -- Waited for by a statement of its own, so that what is summed up next has what was written meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('account risk ' || person, 0));
  weighed := marketplace.risk_of(person);
  if weighed = 0 then
    delete from marketplace.account_risk where user_id = person;
  else
    insert into marketplace.account_risk (user_id, risk) values (person, weighed)
    on conflict (user_id) do update set risk = excluded.risk where account_risk.risk <> excluded.risk;
  end if;
end $$;

-- What is missing until now.
delete from marketplace.account_risk where marketplace.risk_of(user_id) = 0;
insert into marketplace.account_risk (user_id, risk)
select person.id, marketplace.risk_of(person.id) from (
  select subject_id as id from marketplace.moderation_case union select subject_id from marketplace.moderation_decision
  union select p.user_id from marketplace.payment p join marketplace.payment_dispute b on b.payment_id = p.id) person
join marketplace.users u on u.id = person.id
where marketplace.risk_of(person.id) > 0
on conflict (user_id) do update set risk = excluded.risk where account_risk.risk <> excluded.risk;
