-- Who publishes a listing writes its card with it; a card is only begun for a listing that has none.
create or replace function marketplace.outdate_post_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into marketplace.post_card (post_id) values (new.id) on conflict do nothing;
  else
    update marketplace.post_card set is_stale = true where post_id = new.id and not is_stale;
  end if;
  return null;
end $$;

-- Numbers as long as those of telephones are nobody's misspelt word, and should not be proposed to anybody. Each was new,
-- and to file its trigrams took longer than all else that a title adds.
create or replace function marketplace.keep_search_terms() returns trigger language plpgsql as $$
begin
  insert into marketplace.search_term (term, seen_at)
  select term, new.updated_at from unnest(tsvector_to_array(to_tsvector('simple', new.title))) term
  where length(term) between 3 and 40 and position('\' in term) = 0 and term !~ '^[0-9]{7,}$'
  order by term on conflict do nothing;
  return null;
end $$;
delete from marketplace.search_term where term ~ '^[0-9]{7,}$';

-- Who writes in a room is one of its two people, which the room refers to. Nothing asks for somebody's messages.
alter table marketplace.message drop constraint message_sender_id_fkey;
drop index marketplace.message_of_sender;
