-- R36: what an invoice says was paid is what was recorded for it.
select i.campaign_id, i.id as subject_id, 'invoice says ' || i.paid_cents || ' paid, payments say ' || coalesce(sum(p.amount_cents - p.overpaid_cents), 0) as problem
  from invoices i left join payments p on p.invoice_id = i.id and p.state <> 'reversed'
 group by i.campaign_id, i.id, i.paid_cents having i.paid_cents <> coalesce(sum(p.amount_cents - p.overpaid_cents), 0)
