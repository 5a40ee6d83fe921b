-- Pictures beside what somebody thinks of the app. They are private: administrators see them by signed addresses.
alter table marketplace.feedback add column upload_ids uuid[] not null default '{}';
