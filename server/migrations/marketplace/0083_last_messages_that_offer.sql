-- The last message as a list shows it, which says so where it offers a price: it may have no words.
create function marketplace.last_message_text(id uuid, body text, sender_id uuid, at timestamptz, is_offer boolean) returns text
language sql stable parallel safe as $$
  select case when is_offer then left(plain.text, -1) || ',"is_offer":true}' else plain.text end
  from marketplace.last_message_text(id, body, sender_id, at) as plain (text)
$$;
