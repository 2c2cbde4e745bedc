-- R34: what nothing explains is held by open exceptions, to the cent; an adjustment is exactly what two people signed (R29).
select c.id as campaign_id, c.id as subject_id,
       'unexplained ' || j.held || ', exceptions say ' || x.held || '; adjusted ' || j.adjusted || ', sign-offs say ' || x.adjusted as problem
  from campaigns c
  cross join lateral (
    select coalesce((select sum(case kind when 'unexplained_payment' then amount_cents
                                          when 'refund_above_charge' then -amount_cents
                                          when 'dispute_above_charge' then -amount_cents end) from exceptions
                      where campaign_id = c.id and resolved_at is null), 0) as held,
           coalesce((select sum(amount_cents) from sign_offs
                      where campaign_id = c.id and kind = 'adjustment' and state = 'approved'), 0) as adjusted) x
  cross join lateral (
    select -coalesce(sum(p.amount_cents) filter (where p.account = 'unexplained'), 0) as held,
           coalesce(sum(p.amount_cents) filter (where e.kind = 'adjustment' and p.amount_cents > 0), 0) as adjusted
      from journal_entries e join journal_postings p on p.entry_id = e.id
     where e.campaign_id = c.id and e.kind in ('unexplained', 'unexplained_returned', 'adjustment')) j
 where j.held <> x.held or j.adjusted <> x.adjusted
