-- What was taken back gives its words to nobody; what gathers people may stand again, and says what it said.
update marketplace.notification set message = '' where retracted_at is not null and title_of_many is null and message <> '';
