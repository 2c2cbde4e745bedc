-- R34, R37, R39, R40: a charge that succeeded is of the amount that its attempt took, by the card provider's id, between the start of
-- the attempt and the entry in the journal, of the same kind of money, and all of it is in the account at the card provider. An hour for clocks.
select c.campaign_id, c.id as subject_id,
       'charge of ' || c.amount_cents || ' ' || c.money_mode || ' on ' || c.succeeded_at || '; taken ' || a.amount_cents || ' as ' || coalesce(a.provider_reference, 'nothing') || ', started ' || a.started_at || '; posted ' || p.cash || ' ' || e.money_mode || ' on ' || e.occurred_at as problem
  from charges c
  join charge_attempts a on a.charge_id = c.id and a.outcome = 'succeeded'
  join journal_entries e on e.source_id = c.id and e.kind = 'charge'
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cash from journal_postings where entry_id = e.id and account = 'card_clearing') p
 where a.amount_cents <> c.amount_cents or p.cash <> c.amount_cents or a.provider_reference is null or e.money_mode <> c.money_mode
    or c.succeeded_at not between a.started_at - interval '1 hour' and e.occurred_at + interval '1 hour'
