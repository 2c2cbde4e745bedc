-- Checks that 0015 added for new rows only: the rows that were there are looked at here, in a transaction of its own,
-- while they may be read and written.
alter table cards validate constraint cards_kind_check;
alter table cards validate constraint cards_expiry;
alter table pledges validate constraint pledges_payment_method_check;
alter table pledges validate constraint pledges_card;
alter table card_events validate constraint card_events_subject_check;
