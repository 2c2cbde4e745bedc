-- R5, R32: the supporters' credit is what came above invoices and did not go back, less what went back of checks that
-- bounced and was not adjusted;
-- refunds owed are those that are owed; what is written off are the adjustments that lose, less those that keep.
select c.id as campaign_id, c.id as subject_id,
       'credit ' || j.credit || ', payments say ' || o.credit || '; refunds owed ' || j.owed || ', refunds say ' || o.owed || '; written off ' || j.written_off || ', sign-offs say ' || o.written_off as problem
  from campaigns c
  cross join lateral (
    select coalesce((select sum(overpaid_cents) from payments where campaign_id = c.id and overpaid_cents > 0 and state <> 'reversed'), 0)
         - coalesce((select sum(r.amount_cents) from manual_refunds r left join refunds f on f.id = r.refund_id left join payments y on y.id = f.payment_id
                      where r.campaign_id = c.id and (r.payment_id is not null or y.state = 'reversed')), 0)
         + s.adjusted as credit,
           s.written_off,
           coalesce((select sum(amount_cents) from refunds where campaign_id = c.id and state = 'due' and by_hand), 0) as owed
      from (select coalesce(sum(s.amount_cents) filter (where x.kind = 'bounced_after_refund'), 0) as adjusted,
                   coalesce(sum(case s.form ->> 'way' when 'lose' then s.amount_cents when 'keep' then -s.amount_cents end), 0) as written_off
              from sign_offs s join exceptions x on x.id = s.subject_id
             where s.campaign_id = c.id and s.kind = 'adjustment' and s.state = 'approved') s) o
  cross join lateral (
    select -coalesce(sum(amount_cents) filter (where account = 'supporter_credit'), 0) as credit,
           -coalesce(sum(amount_cents) filter (where account = 'refunds_owed'), 0) as owed,
           coalesce(sum(amount_cents) filter (where account = 'write_offs'), 0) as written_off
      from journal_postings
     where campaign_id = c.id and account in ('supporter_credit', 'refunds_owed', 'write_offs')) j
 where j.credit <> o.credit or j.owed <> o.owed or j.written_off <> o.written_off
