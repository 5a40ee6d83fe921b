-- Which price those who saved a listing heard of last; above it their notice holds no more.
alter table marketplace.post add column last_price_drop_minor bigint;
-- They hear once a day at most that it is to be had again.
alter table marketplace.post add column last_back_available_notice_at timestamptz(3);

-- How far the other person is told that messages were read; behind what was read while one of the two has
-- blocked the other.
alter table marketplace.room_member add column seen_seq bigint not null default 0;
update marketplace.room_member set seen_seq = last_read_seq;
