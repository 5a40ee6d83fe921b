-- The catalogue in its order, so that a page of it reads a page.
create index category_in_place on wellness.category (parent_id, position, name, id) where status = 'ACTIVE' and deleted_at is null;
create index sub_category_in_place on wellness.category (position, name, id)
  where status = 'ACTIVE' and deleted_at is null and parent_id is not null;
