-- R5, R32: the supporters' credit is what came above invoices and did not go back, less what went back of checks that
-- bounced, did not come again and was not written off, refunds owed are those that are owed; what is written off stands in its own account.
select c.id as campaign_id, c.id as subject_id,
       'credit ' || j.credit || ', payments say ' || o.credit || '; refunds owed ' || j.owed || ', refunds say ' || o.owed || '; written off ' || j.written_off || ', write-offs say ' || o.written_off as problem
  from campaigns c
  cross join lateral (
    select coalesce((select sum(overpaid_cents) from payments where campaign_id = c.id and overpaid_cents > 0 and state <> 'reversed'), 0)
         - coalesce((select sum(r.amount_cents) from manual_refunds r left join refunds f on f.id = r.refund_id left join payments y on y.id = f.payment_id
                      where r.campaign_id = c.id and (r.payment_id is not null or y.state = 'reversed')), 0)
         + w.written_off as credit,
           w.written_off,
           coalesce((select sum(amount_cents) from refunds where campaign_id = c.id and state = 'due' and by_hand), 0) as owed
      from (select coalesce(sum(amount_cents), 0) as written_off from sign_offs
             where campaign_id = c.id and kind = 'write_off' and state = 'approved') w) o
  cross join lateral (
    select -coalesce(sum(amount_cents) filter (where account = 'supporter_credit'), 0) as credit,
           -coalesce(sum(amount_cents) filter (where account = 'refunds_owed'), 0) as owed,
           coalesce(sum(amount_cents) filter (where account = 'write_offs'), 0) as written_off
      from journal_postings p
     where campaign_id = c.id and account in ('supporter_credit', 'refunds_owed', 'write_offs')
       and not exists (select from journal_entries e where e.id = p.entry_id and e.kind = 'adjustment')) j
 where j.credit <> o.credit or j.owed <> o.owed or j.written_off <> o.written_off
