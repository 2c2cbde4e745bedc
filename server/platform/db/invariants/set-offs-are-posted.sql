-- R5, R32: a refund that was set off is not owed any more, its journal entry is of as much, and no correction refund of a
-- pledge is owed while the pledge has an open invoice.
select s.campaign_id, s.id as subject_id, 'set off ' || s.amount_cents || ', posted ' || coalesce(j.posted, 0) || ', the refund is ' || f.state as problem
  from set_offs s join refunds f on f.id = s.refund_id
  left join lateral (
    select sum(p.amount_cents) as posted from journal_entries e join journal_postings p on p.entry_id = e.id and p.account = 'refunds_owed'
     where e.source_id = s.refund_id and e.kind = 'set_off') j on true
 where j.posted is distinct from s.amount_cents or f.state <> 'failed' or f.amount_cents <> s.amount_cents
union all
select f.campaign_id, f.id, 'a refund of ' || f.amount_cents || ' is owed while ' || i.number || ' is open'
  from refunds f join invoices i on i.pledge_id = f.pledge_id and i.state = 'open' and i.amount_cents > i.paid_cents
 where f.state = 'due' and f.by_hand and f.kind = 'correction'
   and not exists (select from exceptions x where x.subject_id = f.id and x.resolved_at is null)
