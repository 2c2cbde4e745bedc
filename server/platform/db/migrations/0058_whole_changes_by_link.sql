-- A lower maximum, no pledge at all or another card can be requested by a pledge's link, like a change of its lines (R14, R58).
alter table requested_changes
  alter column statistic_id drop not null,
  drop constraint requested_changes_kind_check,
  drop constraint requested_changes_rate,
  add constraint requested_changes_kind_check
    check (kind in ('raise', 'stop', 'add', 'lower', 'cancel', 'card')) not valid,
  add constraint requested_changes_rate
    check ((kind in ('raise', 'add')) = (rate_cents is not null)) not valid,
  add constraint requested_changes_whole
    check ((kind in ('raise', 'stop', 'add')) = (statistic_id is not null)) not valid,
  add constraint requested_changes_lower
    check (kind <> 'lower' or maximum_cents is not null) not valid;
comment on column requested_changes.statistic_id is 'Null where the pledge as a whole is changed.';
comment on column requested_changes.maximum_cents is
  'The lower maximum, or another cap that was requested along with a line; null: the pledge''s own stays.';

-- How long a link works follows from its pledge (R44). Earlier builds that still run insert and read a date.
alter table pledge_links alter column expires_at set default '2100-01-01 00:00:00+00';
comment on column pledge_links.expires_at is 'Read by builds before this one only.';
