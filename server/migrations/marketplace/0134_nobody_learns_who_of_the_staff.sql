-- Of what staff told somebody by hand, the notice named who of them did.
update marketplace.notification set actor_id = null where category = 'content_violation' and actor_id is not null;
