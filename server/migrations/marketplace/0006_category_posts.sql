-- Emptiness checks and merges look at listings of every state, which the feed's partial indexes leave out.
create index post_in_category on marketplace.post (category_id);
create index post_in_sub_category on marketplace.post (sub_category_id) where sub_category_id is not null;
create index make_model_of_category on marketplace.make_model (category_id) where category_id is not null;
