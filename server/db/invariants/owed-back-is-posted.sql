-- R5, R32: the supporters' credit is what came above invoices and did not go back, less what went back of checks that
-- bounced and did not come again, and less what was refunded above a charge; refunds owed are those that are owed.
select c.id as campaign_id, c.id as subject_id,
       'credit ' || j.credit || ', payments say ' || o.credit || '; refunds owed ' || j.owed || ', refunds say ' || o.owed as problem
  from campaigns c
  cross join lateral (
    select coalesce((select sum(overpaid_cents) from payments where campaign_id = c.id and overpaid_cents > 0 and state <> 'bounced'), 0)
         - coalesce((select sum(r.amount_cents) from repayments r left join refunds f on f.id = r.refund_id left join payments y on y.id = f.payment_id
                      where r.campaign_id = c.id and (r.payment_id is not null or y.state = 'bounced')), 0)
         - coalesce((select sum(excess_cents) from refunds where campaign_id = c.id), 0) as credit,
           coalesce((select sum(amount_cents) from refunds where campaign_id = c.id and state = 'owed'), 0) as owed) o
  cross join lateral (
    select -coalesce(sum(amount_cents) filter (where account = 'supporter_credit'), 0) as credit,
           -coalesce(sum(amount_cents) filter (where account = 'refunds_owed'), 0) as owed
      from journal_postings where campaign_id = c.id and account in ('supporter_credit', 'refunds_owed')) j
 where j.credit <> o.credit or j.owed <> o.owed
