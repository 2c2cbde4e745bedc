-- What a settlement writes is checked a statement at a time.
--
-- A foreign key looks its parent up row by row: of the time that a large settlement took to write, a third. These
-- three tables are filled by the thousand, so a trigger for each statement looks up the parents of all its new rows.
-- The other half of a foreign key is here too: a parent is never deleted and keeps its key, a row keeps its parents.

alter table settlement_pledges drop constraint settlement_pledges_campaign_id_settlement_id_fkey;
alter table settlement_pledges drop constraint settlement_pledges_campaign_id_pledge_id_fkey;
alter table charges drop constraint charges_campaign_id_settlement_id_fkey;
alter table charges drop constraint charges_campaign_id_pledge_id_fkey;
alter table charges drop constraint charges_card_id_fkey;
alter table invoices drop constraint invoices_campaign_id_settlement_id_fkey;
alter table invoices drop constraint invoices_campaign_id_pledge_id_fkey;

-- Each sub-select is answered from a primary key, whatever the planner thinks of the number of new rows.
create function demand_settled_parents() returns trigger language plpgsql as $$
begin
  if exists (select from added a where (select p.campaign_id from pledges p where p.id = a.pledge_id) is distinct from a.campaign_id) then
    raise exception '% names a pledge that is not of its campaign', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_pledge';
  end if;
  if exists (select from (select distinct settlement_id, campaign_id from added) a
              where (select s.campaign_id from settlements s where s.id = a.settlement_id) is distinct from a.campaign_id) then
    raise exception '% names a settlement that is not of its campaign', tg_table_name
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_settlement';
  end if;
  return null;
end $$;

create function demand_charged_cards() returns trigger language plpgsql as $$
begin
  if exists (select from added a where (select c.id from cards c where c.id = a.card_id) is null) then
    raise exception 'a charge names a card that is not there' using errcode = 'foreign_key_violation', constraint = 'charges_card';
  end if;
  return null;
end $$;

create trigger settlement_pledges_parents after insert on settlement_pledges
  referencing new table as added for each statement execute function demand_settled_parents();
create trigger charges_parents after insert on charges
  referencing new table as added for each statement execute function demand_settled_parents();
create trigger charges_cards after insert on charges
  referencing new table as added for each statement execute function demand_charged_cards();
create trigger charges_cards_changed after update on charges
  referencing new table as added for each statement execute function demand_charged_cards();
create trigger invoices_parents after insert on invoices
  referencing new table as added for each statement execute function demand_settled_parents();

create function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception '% keep their place: what was settled rests on it', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_kept';
end $$;

create trigger pledges_kept before delete on pledges for each row execute function refuse_move();
create trigger pledges_key_kept before update on pledges for each row
  when ((old.id, old.campaign_id) is distinct from (new.id, new.campaign_id)) execute function refuse_move();
create trigger settlements_kept before delete on settlements for each row execute function refuse_move();
create trigger settlements_key_kept before update on settlements for each row
  when ((old.id, old.campaign_id) is distinct from (new.id, new.campaign_id)) execute function refuse_move();
create trigger cards_kept before delete on cards for each row execute function refuse_move();
create trigger cards_key_kept before update on cards for each row
  when (old.id is distinct from new.id) execute function refuse_move();
create trigger settlement_pledges_kept before update on settlement_pledges for each row
  when ((old.settlement_id, old.pledge_id, old.campaign_id) is distinct from (new.settlement_id, new.pledge_id, new.campaign_id))
  execute function refuse_move();
create trigger charges_kept before update on charges for each row
  when ((old.settlement_id, old.pledge_id, old.campaign_id) is distinct from (new.settlement_id, new.pledge_id, new.campaign_id))
  execute function refuse_move();
create trigger invoices_kept before update on invoices for each row
  when ((old.settlement_id, old.pledge_id, old.campaign_id) is distinct from (new.settlement_id, new.pledge_id, new.campaign_id))
  execute function refuse_move();
