-- R5, R40: each fee and each payout of the card provider in the journal is that of one movement on the account there.
select e.campaign_id, e.id as subject_id,
       e.kind || ' of ' || p.posted || '; moved ' || coalesce(m.amount_cents, 0) || ', fee ' || coalesce(m.fee_cents, 0) as problem
  from journal_entries e
  left join card_movements m on m.id = e.source_id
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as posted from journal_postings where entry_id = e.id and account = 'card_clearing') p
 where e.kind in ('card_fee', 'card_payout')
   and (m.id is null or m.money_mode <> e.money_mode
        or p.posted <> case when e.kind = 'card_payout' then m.amount_cents when m.kind = 'fee' then m.amount_cents - m.fee_cents else -m.fee_cents end)
