-- The feed of a category near a place finds the newest without looking at rows: PostgreSQL reads the key from the index
-- alone only where the column that an expression is made of stands in it as well.
drop index marketplace.post_of_category_near;
create index post_of_category_near on marketplace.post (leaf_category_id, (cell_middle + 0), published_at desc, id desc)
  include (cell_middle) where status in ('active', 'reserved');
