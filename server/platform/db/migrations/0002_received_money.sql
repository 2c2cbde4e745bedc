-- What a charge and a posted payment have in common once the money is there, said once for all who read it.
create view received_money as
  select
    id, 'charge' as source, campaign_id, pledge_id, amount_cents::bigint as amount_cents,
    (amount_cents - refunded_cents - disputed_cents - lost_cents)::bigint as kept_cents
  from charges
  where state = 'succeeded'
  union all
  select
    id, 'payment', campaign_id, pledge_id, (amount_cents - overpaid_cents)::bigint,
    (amount_cents - overpaid_cents - refunded_cents)::bigint
  from payments
  where state <> 'reversed';
comment on view received_money is
  'Every charge that succeeded and every payment that was not reversed (R11). Amount is what counts toward the pledge; '
  'kept is what of it was neither refunded, disputed nor lost, and is also the most that can be refunded (R32).';
