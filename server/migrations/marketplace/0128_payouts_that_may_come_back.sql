-- A bank may send back what had arrived there: the provider is asked once more.
update marketplace.payout set look_at = now()
where status = 'paid' and look_at is null and updated_at > now() - interval '60 days';
