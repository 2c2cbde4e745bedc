-- A refund that meets a dispute waits for the bank's decision, and what a lost dispute took above its charge is in the books (R66).
alter table refunds
  add column dispute_id uuid references disputes,
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (
    state in ('scheduled', 'processing', 'succeeded', 'failed', 'owed', 'claimed', 'waiting', 'dropped')
  ),
  add constraint refunds_wait_for check ((state in ('waiting', 'dropped')) = (dispute_id is not null));
create index refunds_dispute on refunds (dispute_id) where dispute_id is not null;
comment on column refunds.state is
  'owed: no card can take it, so it goes back by check, cash or bank transfer. claimed: covered by a goodwill '
  'refund. waiting: a bank decides a dispute of the charge first. dropped: the bank gave the money back (R66).';
comment on column refunds.dispute_id is 'The dispute that it waits for, or that it was dropped for (R66).';
alter table disputes
  add column excess_cents cents not null default 0 check (excess_cents >= 0),
  add constraint disputes_excess check (
    taken_cents + excess_cents <= amount_cents and (state in ('open', 'lost') or excess_cents = 0)
  );
comment on column disputes.excess_cents is
  'What the bank takes above what was left of the charge, because that was refunded: once lost, the supporter owes it (R5, R66).';
