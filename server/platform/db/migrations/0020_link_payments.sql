-- What is due is paid by whoever opens the link in an e-mail, with a card of their own that is used once (R35, R44): a
-- try of its own kind. It says which side takes the money, from where it was begun, how the charge stood before it, and
-- in the end which card paid.
alter table charge_attempts drop constraint charge_attempts_kind_check;
alter table charge_attempts add constraint charge_attempts_kind_check check (kind in ('off_session', 'confirmation', 'link'));
alter table charge_attempts add column provider text;
alter table charge_attempts add column address text;
alter table charge_attempts add column state_before text;
alter table charge_attempts add column card_brand text;
alter table charge_attempts add column card_last4 text;
alter table charge_attempts add constraint charge_attempts_by_link check (
  (kind = 'link') = (provider is not null and state_before is not null));

-- An invoice that is paid by card moves into a charge, whose card nobody saved; not paid, it moves back (R36).
alter table charges alter column card_id drop not null;
alter table charges add column invoice_id uuid unique references invoices;
alter table charges add constraint charges_by_card_or_for_invoice check (card_id is not null or invoice_id is not null);

create or replace function demand_charged_cards() returns trigger language plpgsql as $$
begin
  if exists (select from added a where a.card_id is not null and (select c.id from cards c where c.id = a.card_id) is null) then
    raise exception 'a charge names a card that is not there' using errcode = 'foreign_key_violation', constraint = 'charges_card';
  end if;
  return null;
end $$;

-- The test side's form takes a card once, without saving it.
alter table sandbox.confirmations alter column payment_method drop not null;
create table sandbox.single_cards (
  payment_method text primary key,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  fingerprint text not null,
  created_at timestamptz not null
);
