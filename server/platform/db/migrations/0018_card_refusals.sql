-- Cards that were refused when somebody tried to save them: what a card tester leaves behind. Kept for 30 days.
create table card_refusals (
  -- What told us of it: an event of the card side, or the request itself.
  id text primary key check (length(id) <= 255),
  user_id uuid not null references users,
  -- Where the form was opened from; null where the card side alone knows.
  address text,
  fingerprint text,
  code text not null,
  at timestamptz not null
);
create index card_refusals_user on card_refusals (user_id, at);
create index card_refusals_address on card_refusals (address, at) where address is not null;
create index card_refusals_fingerprint on card_refusals (fingerprint, at) where fingerprint is not null;
create index card_refusals_newest on card_refusals (at desc, id desc);

-- From where a form was opened: the card side tells of a refusal by the form's name only.
create table card_setups (
  id text primary key,
  user_id uuid not null references users,
  address text,
  opened_at timestamptz not null
);
create index card_setups_opened on card_setups (opened_at);
create index cards_fingerprint on cards (fingerprint) where fingerprint is not null;
