-- A bank account is saved and debited like a card, with an authorization of its own and an answer that takes days (R60).
-- Checks hold for new rows from now on; 0023 looks at those that are there, without keeping anyone from them.
alter table cards
  add column kind text not null default 'card',
  add constraint cards_kind_check check (kind in ('card', 'bank_account')) not valid,
  alter column exp_month drop not null,
  alter column exp_year drop not null,
  add constraint cards_expiry check ((kind = 'card') = (exp_month is not null and exp_year is not null)) not valid;
comment on table cards is
  'One card or bank account that its owner saved and the card provider verified for charging later (R16, R60).';
comment on column cards.brand is 'Of a bank account: the bank''s name.';

create table debit_mandates (
  setup_id text primary key,
  user_id uuid not null references users,
  card_id uuid,
  version text not null,
  mandate_text text not null,
  address text,
  agreed_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint debit_mandates_card_fkey foreign key (user_id, card_id) references cards (user_id, id),
  constraint debit_mandates_end check ((ended_at is null) = (end_reason is null))
);
create index debit_mandates_card on debit_mandates (card_id) where card_id is not null;
create index debit_mandates_user on debit_mandates (user_id);
comment on table debit_mandates is
  'One authorization to debit a bank account, as it was agreed to: the evidence if a bank asks for it (R60).';
comment on column debit_mandates.setup_id is 'The card provider''s id of the form that it was given in.';
comment on column debit_mandates.card_id is 'The bank account that was saved with it; null until then.';
comment on column debit_mandates.address is 'Network address it was given from.';

alter table pledges
  drop constraint pledges_payment_method_check,
  add constraint pledges_payment_method_check
    check (payment_method in ('auto_bill_progress', 'auto_bill_end', 'check', 'cash', 'bank_account')) not valid,
  drop constraint pledges_card,
  add constraint pledges_card
    check ((payment_method in ('auto_bill_progress', 'auto_bill_end', 'bank_account')) = (card_id is not null)) not valid;

-- The sandbox's own books: test accounts, debits that are decided days later, and returns after that.
alter table sandbox.payment_methods
  add column kind text not null default 'card' check (kind in ('card', 'bank_account')),
  alter column exp_month drop not null,
  alter column exp_year drop not null,
  drop constraint payment_methods_behaviour_check,
  add constraint payment_methods_behaviour_check check (behaviour in (
    'succeeds', 'declined', 'insufficient_funds', 'expired_card', 'authentication_required',
    'account_insufficient_funds', 'account_closed', 'account_not_found', 'debit_unauthorized', 'returned_late'
  ));
alter table sandbox.payments
  add column decided_at timestamptz,
  add column returned_at timestamptz;
comment on column sandbox.payments.decided_at is 'Of a debit: until then it is being processed, and the outcome is not told.';
comment on column sandbox.payments.returned_at is 'Of a debit that succeeded: from then on the bank has taken it back.';

alter table card_events
  drop constraint card_events_subject_check,
  add constraint card_events_subject_check
    check (subject in ('payment', 'refunds', 'dispute', 'setup', 'card', 'transfer', 'mandate')) not valid;
