-- R38: paid out = lines of payouts that were sent, with what came back of them = what the journal moved out: nothing leaves before.
select b.campaign_id, b.campaign_id as subject_id, 'books say ' || b.paid_out_cents || ' paid out' as problem
  from campaign_books b
 where b.paid_out_cents <> coalesce((select sum(l.amount_cents) from payout_lines l join payouts p on p.id = l.payout_id
                                      where l.campaign_id = b.campaign_id and p.paid_on is not null), 0)
    or b.paid_out_cents <> coalesce((select sum(p.amount_cents) from journal_postings p join journal_entries e on e.id = p.entry_id
                                      where p.campaign_id = b.campaign_id and e.kind in ('payout', 'payout_reversed') and p.account = 'organization_payable'), 0)
