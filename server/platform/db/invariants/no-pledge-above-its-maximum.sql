-- R8, R40: nobody is billed above the agreed maximum.
select p.campaign_id, p.id as subject_id, 'billed ' || b.billed || ' of at most ' || p.agreed_maximum_cents as problem
  from pledges p
  cross join lateral (
    select coalesce((select sum(amount_cents) from charges where pledge_id = p.id and state <> 'voided'), 0)
         + coalesce((select sum(amount_cents) from invoices where pledge_id = p.id and state <> 'void'), 0)
         - coalesce((select sum(amount_cents) from corrections where pledge_id = p.id), 0) as billed) b
 where b.billed > p.agreed_maximum_cents
