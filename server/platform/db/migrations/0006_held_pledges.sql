-- R57: a promise by check or cash that is out of the ordinary counts nowhere until a representative has looked at it. It is
-- no row of `pledges` before that, so that no total, list, settlement or mail can have it by mistake.
create table held_pledges (
  id uuid primary key,
  campaign_id uuid not null references campaigns,
  pledger_id uuid not null references users,
  ambassador_id uuid,
  payment_method text not null check (payment_method in ('check', 'cash')),
  maximum_cents cents check (maximum_cents between 1 and 100000000),
  agreed_maximum_cents cents not null check (agreed_maximum_cents between 1 and 100000000),
  estimate_cents cents not null check (estimate_cents > 0),
  is_anonymous boolean not null,
  note text check (length(note) <= 200),
  consent_text text not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  created_at timestamptz not null,
  state text not null default 'held' check (state in ('held', 'released', 'declined', 'withdrawn')),
  decided_by uuid references users,
  decided_at timestamptz,
  message text check (length(message) <= 500),
  constraint held_pledges_ambassador_fkey foreign key (campaign_id, ambassador_id) references ambassadors (campaign_id, id),
  constraint held_pledges_cap_binds check (maximum_cents is null or agreed_maximum_cents <= maximum_cents),
  constraint held_pledges_decided check ((state = 'held') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint held_pledges_not_ones_own check (state in ('held', 'withdrawn') or decided_by <> pledger_id)
);
create index held_pledges_waiting on held_pledges (id desc) where state = 'held';
create index held_pledges_campaign on held_pledges (campaign_id) where state = 'held';
create index held_pledges_pledger on held_pledges (pledger_id, id desc);
comment on table held_pledges is
  'One promise by check or cash that waits for a representative, or what became of it (R57). Once released it is a row of '
  'pledges with the same id.';
comment on column held_pledges.lines is 'As they were agreed: statistic, name, type, rate and estimate of each.';
comment on column held_pledges.message is 'For the supporter, from whoever declined it.';
