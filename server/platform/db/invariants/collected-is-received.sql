-- R40: collected = charges − refunds − disputes not won + manual payments; and the books say the same.
select c.id as campaign_id, c.id as subject_id, 'collected ' || b.collected_cents || ', received ' || r.received || ', journal ' || j.collected as problem
  from campaigns c join campaign_books b on b.campaign_id = c.id
  cross join lateral (
    select coalesce((select sum(amount_cents - disputed_cents - lost_cents) from charges where campaign_id = c.id and state = 'succeeded'), 0)
         + coalesce((select sum(amount_cents - overpaid_cents) from payments where campaign_id = c.id and state <> 'reversed'), 0)
         - coalesce((select sum(amount_cents) from refunds where campaign_id = c.id and is_booked), 0) as received) r
  cross join lateral (
    select -coalesce(sum(p.amount_cents), 0) as collected
      from journal_postings p join journal_entries e on e.id = p.entry_id
     where p.campaign_id = c.id and e.kind not in ('payout', 'payout_reversed') and p.account in ('organization_payable', 'commission')) j
 where b.collected_cents <> r.received or b.collected_cents <> j.collected
