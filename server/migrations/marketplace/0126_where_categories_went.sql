-- Whoever asks for a merged category is led to where it went, for good; merged_into says only that listings are still
-- on their way.
alter table marketplace.category add column moved_to uuid references marketplace.category;
create index category_moved on marketplace.category (moved_to) where moved_to is not null;
update marketplace.category set moved_to = merged_into where merged_into is not null;

-- A search of a sub-category is filed under that alone: merged, it may stand in another category.
update marketplace.saved_search_key k
set key = case when k.key = asked.category then asked.sub else k.key end, second = nullif(k.second, asked.category)
from (
  select id, 'category:' || (query->>'category_id') as category, 'category:' || (query->>'sub_category_id') as sub
  from marketplace.saved_search where query ?& array['category_id', 'sub_category_id']
) asked
where asked.id = k.saved_search_id and (k.key = asked.category or k.second = asked.category);
