-- R34: what nothing explains is held by open exceptions, to the cent; an adjustment is exactly what two people signed (R29).
-- Campaign by campaign, and of what belongs to none.
select campaign_id, campaign_id as subject_id,
       'unexplained ' || sum(held) || ', exceptions say ' || sum(opened) || '; adjusted ' || sum(adjusted) || ', sign-offs say ' || sum(signed) as problem
  from (
    select campaign_id, 0 as held, 0 as adjusted, 0 as signed,
           case when kind in ('unexplained_payment', 'unexplained_addition') then amount_cents
                when kind in ('refund_above_charge', 'dispute_above_charge', 'unexplained_deduction') then -amount_cents else 0 end as opened
      from exceptions where resolved_at is null
    union all
    select campaign_id, 0, 0, amount_cents, 0 from sign_offs where kind = 'adjustment' and state = 'approved'
    union all
    select e.campaign_id, case when p.account = 'unexplained' then -p.amount_cents else 0 end,
           case when e.kind = 'adjustment' and p.amount_cents > 0 then p.amount_cents else 0 end, 0, 0
      from journal_entries e join journal_postings p on p.entry_id = e.id
     where e.kind in ('unexplained', 'unexplained_returned', 'adjustment')) one
 group by campaign_id having sum(held) <> sum(opened) or sum(adjusted) <> sum(signed)
