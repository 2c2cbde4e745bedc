alter table organizations add column destination_asked_at timestamptz;
comment on column organizations.destination_asked_at is
  'When its owners were last mailed to propose where payouts go, so that they are not mailed again within days (R38).';

create index idempotency_keys_answers on idempotency_keys (created_at) where body <> '';
comment on column idempotency_keys.body is
  'The first response. Emptied after 48 hours: the key is then only known, so that a late repetition is refused (R54).';
