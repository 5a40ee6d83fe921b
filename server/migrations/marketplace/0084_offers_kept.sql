-- Of how many listings of somebody all is kept for buyers: counted by the few promises, not by the many listings.
create index offer_holding_of on marketplace.offer (seller_id) include (post_id, quantity, held_until) where status = 'accepted';
