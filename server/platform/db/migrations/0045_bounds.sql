-- The bounds of amounts (R15; domain/money.ts says why no sum can then leave the safe integers), for whatever writes past
-- the edge. Triggers and not CHECKs: a row that came in above a bound before there was one can still be reversed, settled
-- and restored from a backup, and only what is written anew is held to it. What is made from these rows (refunds,
-- repayments, write-offs) is held to them by its own constraints.
create function refuse_amount() returns trigger language plpgsql as $$
begin
  raise exception 'an amount above its bound' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;

create trigger pledges_bounded before insert or update of agreed_maximum_cents on pledges
  for each row when (new.agreed_maximum_cents > 100000000) execute function refuse_amount();
create trigger charges_bounded before insert on charges
  for each row when (new.amount_cents > 100000000) execute function refuse_amount();
create trigger invoices_bounded before insert on invoices
  for each row when (new.amount_cents > 100000000) execute function refuse_amount();
create trigger payments_bounded before insert or update of amount_cents on payments
  for each row when (new.amount_cents > 100000000) execute function refuse_amount();
create trigger rewards_bounded before insert or update of threshold_cents on rewards
  for each row when (new.threshold_cents > 100000000) execute function refuse_amount();
create trigger charge_lookups_bounded before insert or update of amount_cents on charge_lookups
  for each row when (new.amount_cents > 100000000) execute function refuse_amount();

create trigger campaigns_bounded before insert or update of goal_cents on campaigns
  for each row when (new.goal_cents > 10000000000) execute function refuse_amount();
create trigger deposits_bounded before insert or update of amount_cents on deposits
  for each row when (new.amount_cents > 50000000000) execute function refuse_amount();
create trigger payouts_bounded before insert or update of amount_cents on payouts
  for each row when (new.amount_cents > 100000000000000) execute function refuse_amount();
