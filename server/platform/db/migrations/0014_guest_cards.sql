-- Cards of people without an account (R59).

create table guest_cards (
  guest_pledge_id uuid primary key references guest_pledges on delete cascade,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_payment_method text not null unique,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  fingerprint text,
  saved_at timestamptz not null,
  card_id uuid references cards
);
create index guest_cards_fingerprint on guest_cards (fingerprint) where fingerprint is not null and card_id is null;
create index guest_cards_saved on guest_cards (saved_at);
comment on table guest_cards is
  'One card that was saved for a guest pledge, under a customer of its own at the card provider. It becomes an account''s card '
  'when the pledge is confirmed, and is removed when it is not.';
comment on column guest_cards.card_id is 'The account''s card that it became; null until then.';

create table stripe.adopted_cards (
  payment_method text primary key,
  user_id uuid not null references users,
  customer text not null,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  created_at timestamptz not null
);
create index adopted_cards_user on stripe.adopted_cards (user_id);
comment on table stripe.adopted_cards is
  'One card of a user that Stripe keeps under another customer: of a guest pledge that was confirmed for an account which existed '
  'already. Stripe does not move a card from one customer to another.';
