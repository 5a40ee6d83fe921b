-- What most reviews say, in words that can be chosen.
alter table marketplace.review
  add column tags text[] not null default '{}'
  check (cardinality(tags) <= 5 and tags <@ array['as_described', 'well_packed', 'friendly', 'quick_to_answer', 'punctual', 'fair',
    'not_as_described', 'badly_packed', 'unfriendly', 'slow_to_answer', 'late', 'haggled_afterwards']);

-- When those who have not written are reminded; null once they were.
alter table marketplace.deal add column remind_at timestamptz(3);
update marketplace.deal set remind_at = review_until - interval '3 days' where review_until - interval '3 days' > now();
create index deal_to_remind on marketplace.deal (remind_at) where remind_at is not null;
