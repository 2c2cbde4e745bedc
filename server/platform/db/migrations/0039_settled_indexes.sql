-- Fewer indexes on what a settlement writes by the hundred thousand: each cost as much to keep as the row itself.
--
-- What is settled of a pledge is found by its campaign's settlements, of which there are few: (settlement_id,
-- pledge_id) is the primary key already.
drop index settlement_pledges_pledge;

-- One key holds a pledge's charges together and lets a settlement have one of each only; those of a settlement are
-- found by its campaign.
alter table charges drop constraint charges_one_per_settlement;
alter table charges add constraint charges_one_per_settlement unique (pledge_id, settlement_id);
drop index charges_pledge;
alter table invoices drop constraint invoices_one_per_settlement;
alter table invoices add constraint invoices_one_per_settlement unique (pledge_id, settlement_id);
drop index invoices_pledge;

-- Almost no charge is for an invoice.
alter table charges drop constraint charges_invoice_id_key;
create unique index charges_invoice on charges (invoice_id) where invoice_id is not null;

-- Read from its end for the newest: in this order what is new goes to one place of it.
drop index charges_campaign;
create index charges_campaign on charges (campaign_id, id);
drop index invoices_campaign;
create index invoices_campaign on invoices (campaign_id, id);

-- Whoever posts a check searches by number, name or amount at once, which reads every open invoice: nothing used this.
drop index invoices_open_amount;

-- A number of an invoice by its shape, as before, without a pattern machine for each row: of INV-2026-000123 nothing
-- but the second hyphen is left without its digits.
alter table invoices drop constraint invoices_number_check;
alter table invoices add constraint invoices_number_check check (
  number like 'INV-____-______%' and translate(substr(number, 5), '0123456789', '') = '-');

-- A charge's pledge is looked up once, for its campaign and its card: a card that the pledge names is there, as the
-- pledge's own key says. Like 0006, each look-up is answered from a primary key, whatever the planner thinks.
create function demand_charged_parents() returns trigger language plpgsql as $$
declare missing text;
begin
  select case when p.campaign_id is distinct from a.campaign_id then 'pledge' else 'card' end into missing
    from added a
    left join lateral (select campaign_id, card_id from pledges where id = a.pledge_id limit 1) p on true
   where p.campaign_id is distinct from a.campaign_id
      or (a.card_id is distinct from p.card_id and a.card_id is not null
          and (select c.id from cards c where c.id = a.card_id) is null)
   limit 1;
  if missing is null and exists (
       select from (select distinct settlement_id, campaign_id from added) a
        where (select s.campaign_id from settlements s where s.id = a.settlement_id) is distinct from a.campaign_id) then
    missing := 'settlement';
  end if;
  if missing is not null then
    raise exception 'a charge names a % that is not there, or not of its campaign', missing
      using errcode = 'foreign_key_violation', constraint = 'charges_' || missing;
  end if;
  return null;
end $$;
drop trigger charges_parents on charges;
drop trigger charges_cards on charges;
create trigger charges_parents after insert on charges
  referencing new table as added for each statement execute function demand_charged_parents();
