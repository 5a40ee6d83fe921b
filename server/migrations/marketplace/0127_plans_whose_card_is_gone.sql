-- A plan that names a card which was removed is paid with its owner's default card, as it is when one is removed now.
update marketplace.subscription s set payment_method_id = null
from marketplace.payment_method m
where m.id = s.payment_method_id and m.removed_at is not null;
