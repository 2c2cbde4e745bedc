-- What each running campaign will likely come to, kept for the list that compares them (R61). It is computed from other
-- rows at any time again: nothing is billed by it, and deleting a row loses nothing.
create table campaign_forecasts (
  campaign_id uuid primary key references campaigns,
  version text not null check (length(version) between 1 and 100),
  low_cents bigint not null check (low_cents >= 0),
  likely_cents bigint not null check (likely_cents >= low_cents),
  high_cents bigint not null check (high_cents >= likely_cents),
  matches_played integer not null check (matches_played >= 0),
  matches_left integer check (matches_left >= 0),
  computed_at timestamptz not null
);
create index campaign_forecasts_computed on campaign_forecasts (computed_at);
comment on table campaign_forecasts is
  'The newest forecast of one campaign: the 10th percentile, the median and the 90th percentile of what all its pledges '
  'come to (R61). Made anew after a result is confirmed or a pledge is made.';
comment on column campaign_forecasts.version is 'Names the results and pledges it was computed from.';
comment on column campaign_forecasts.matches_left is 'Null: not known.';
