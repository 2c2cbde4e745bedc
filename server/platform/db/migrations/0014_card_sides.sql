-- What the Stripe side has to know by itself: one customer there for each user and kind of money (R39).
create schema stripe;
create table stripe.customers (
  user_id uuid not null references users,
  money_mode text not null check (money_mode in ('live', 'sandbox')),
  customer text not null,
  created_at timestamptz not null,
  primary key (user_id, money_mode)
);

-- A charge that the bank wants confirmed is tried again with the cardholder there (R35): a try of its own kind, which
-- is not repeated but finished, or closed when nobody did.
alter table charge_attempts add column kind text not null default 'off_session' check (kind in ('off_session', 'confirmation'));

create table sandbox.confirmations (
  idempotency_key text primary key,
  client_secret text not null unique,
  user_id uuid not null,
  payment_method text not null,
  amount_cents bigint not null check (amount_cents >= 50),
  created_at timestamptz not null,
  ended_at timestamptz
);
