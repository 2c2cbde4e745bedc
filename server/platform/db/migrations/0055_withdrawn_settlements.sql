-- A final settlement can be withdrawn until money moves (R33).
alter table settlements
  add column status_before text check (status_before in ('active', 'paused', 'completed')),
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid references users,
  add constraint settlements_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null or kind = 'final')
  );
comment on column settlements.status_before is
  'What the campaign was before the first final lock completed it: it is that again if this is withdrawn. Null: a settlement of '
  'another kind, or one that a build without this column locked, and then completed.';
comment on column settlements.withdrawn_at is
  'Since when it counts no more. It is open until its supporters are told, and then closed (R33).';

-- A correction refund that a goodwill refund had covered is void with its settlement. Not checked for the rows that are there: they
-- satisfied the stricter check.
alter table refunds
  drop constraint refunds_source,
  add constraint refunds_source
    check ((charge_id is null) <> (payment_id is null) or state in ('claimed', 'failed')) not valid;
