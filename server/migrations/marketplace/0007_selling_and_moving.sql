-- How many of its pieces are sold while others are still on offer. Of a sold listing all are,
-- whatever stands here.
alter table marketplace.post add column quantity_sold int not null default 0 check (quantity_sold between 0 and quantity);
-- What a listing was before a moderator hid or removed it.
alter table marketplace.post add column status_before text;
-- Those who save it within 24 hours of this share one notice to its author.
alter table marketplace.post add column last_favourite_notice_at timestamptz(3);

-- The daily limit, the search for twins and a person's newest listings go by publication: a draft may be old.
create index post_of_author_published on marketplace.post (author_id, published_at desc, id desc)
  where published_at is not null;

-- Where the listings of a merged category are going, until a job has brought the last of them there.
alter table marketplace.category add column merged_into uuid references marketplace.category;
create index category_merging on marketplace.category (merged_into) where merged_into is not null;

-- When a word was last found in the title of an open listing; the sweep begins with the oldest.
alter table marketplace.search_term add column seen_at timestamptz(3) not null default '-infinity';
create index search_term_oldest on marketplace.search_term (seen_at);

create or replace function marketplace.keep_search_terms() returns trigger language plpgsql as $$
begin
  insert into marketplace.search_term (term, seen_at)
  select term, new.updated_at from unnest(tsvector_to_array(to_tsvector('simple', new.title))) term
  where length(term) between 3 and 40 and position('\' in term) = 0
  order by term on conflict do nothing;
  return null;
end $$;
