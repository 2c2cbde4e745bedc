-- From when a pledge line counts, and lines that are changed in mid-season (R58). Existing lines count the whole season.
-- Every column is optional or has a default, and no key that an earlier version writes to is narrower than before.
--
-- Keys are built anew, which nobody may read or write meanwhile. All tables are taken at once, and given back when that
-- takes longer than a moment: a request that holds one of them and needs another is never refused for it.
do $$
declare
  limit_before constant text := current_setting('lock_timeout');
  attempt integer := 0;
begin
  loop
    begin
      perform set_config('lock_timeout', '300ms', true);
      lock table events in share row exclusive mode;
      lock table pledge_lines, settlement_lines, settlement_results, result_digest_results, pledge_consents
        in access exclusive mode;
      exit;
    exception when lock_not_available then
      attempt := attempt + 1;
      if attempt >= 600 then
        raise exception 'the tables of pledge lines are never free: migrate when less is written';
      end if;
      perform pg_sleep(0.2);
    end;
  end loop;
  perform set_config('lock_timeout', limit_before, true);
end $$;

alter table pledge_lines
  add column number smallint not null default 1,
  add column from_at timestamptz,
  add column until_at timestamptz,
  add column event_id uuid,
  drop constraint pledge_lines_pkey,
  add primary key (pledge_id, statistic_id, number),
  add constraint pledge_lines_number check (number between 1 and 200),
  add constraint pledge_lines_in_order check (until_at >= from_at),
  add constraint pledge_lines_event_fkey foreign key (campaign_id, event_id) references events (campaign_id, id);
-- A statistic of a pledge has one line that is still open.
create unique index pledge_lines_open on pledge_lines (pledge_id, statistic_id) where until_at is null;
create index events_removed on events (id) where archived_at is not null and merged_into is null;
create index pledge_lines_event on pledge_lines (event_id) where event_id is not null;
create index pledge_lines_partial on pledge_lines (campaign_id)
  where from_at is not null or until_at is not null or event_id is not null;
comment on table pledge_lines is
  'One statistic of a pledge with its rate, and which results it counts. Name, rate and estimate stay as they were agreed '
  '(R15): a raise closes a line and adds the next one (R58).';
comment on column pledge_lines.number is 'Counts the lines of one statistic in one pledge, from 1.';
comment on column pledge_lines.from_at is 'Counts what began after this instant; null: from the start of the season.';
comment on column pledge_lines.until_at is 'Counts what had begun by this instant; null: to the end of the season.';
comment on column pledge_lines.event_id is 'Counts this match only; null: every match.';

alter table settlement_lines
  add column number smallint not null default 1,
  drop constraint settlement_lines_pkey,
  add primary key (settlement_id, pledge_id, statistic_id, number);
comment on column settlement_lines.number is 'The pledge line''s.';

alter table settlement_results add column since_at timestamptz;
comment on column settlement_results.since_at is 'When it began then (R58); null: when it counts.';
alter table result_digest_results add column since_at timestamptz;
comment on column result_digest_results.since_at is 'When it began then (R58); null: when it counts.';

-- A correction that belongs to no match takes back the newest units before it: what stands of a match is what the total
-- never falls below afterwards, less the same of the match before. So the units of all matches add up to the total.
create view standing_units as
  with changes as (
    select
      r.campaign_id, r.statistic_id, r.event_id,
      coalesce(r.event_id, r.id) as moment,
      coalesce(e.start_time, r.entered_at) as occurs_at,
      min(case when r.kind = 'count' then least(e.start_time, r.entered_at) else r.confirmed_at end) as since_at,
      sum(r.difference) as change
    from effective_results r
    left join events e on e.id = r.event_id
    where r.confirmed_at is not null
      and r.difference <> 0
    group by r.campaign_id, r.statistic_id, r.event_id, coalesce(r.event_id, r.id), coalesce(e.start_time, r.entered_at)
  ),
  running as (
    select *, sum(change) over (partition by campaign_id, statistic_id order by occurs_at, moment) as reached
    from changes
  ),
  standing as (
    select
      *,
      greatest(0, min(reached) over (
        partition by campaign_id, statistic_id
        order by occurs_at, moment
        rows between current row and unbounded following
      )) as stands
    from running
  )
  select
    campaign_id, statistic_id, event_id, moment, occurs_at, since_at,
    stands - lag(stands, 1, 0::numeric) over (partition by campaign_id, statistic_id order by occurs_at, moment) as units
  from standing;
comment on view standing_units is
  'What each match, or result without one, adds to a statistic by today''s confirmed results, and when it began (R58).';
comment on column standing_units.since_at is
  'The start of the match or the entry of the result, whichever came first; of an achievement, its confirmation.';

create view standing_courses as
  select
    campaign_id, statistic_id,
    array_agg(since_at order by since_at) as sinces,
    array_agg(reached order by since_at) as reached
  from (
    select campaign_id, statistic_id, since_at,
      sum(sum(units)) over (partition by campaign_id, statistic_id order by since_at) as reached
    from standing_units
    group by campaign_id, statistic_id, since_at
  ) steps
  group by campaign_id, statistic_id;
comment on view standing_courses is
  'For each statistic the instants at which results began, and the units that stand of those up to each: what a line '
  'that counts from or until an instant has is a difference of two of them (R58).';

create function units_between(sinces timestamptz[], reached numeric[], from_at timestamptz, until_at timestamptz)
  returns numeric language sql immutable parallel safe
  return greatest(0,
    coalesce(reached[case when until_at is null then cardinality(sinces) else width_bucket(until_at, sinces) end], 0)
    - coalesce(reached[case when from_at is null then 0 else width_bucket(from_at, sinces) end], 0));
comment on function units_between is
  'The units of results that began after the one instant and by the other one (R58); null is no limit.';

create function pledge_lines_guard() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.pledge_id, new.statistic_id, new.number, new.statistic_name, new.type, new.rate_cents,
      new.estimate_cents, new.from_at)
     is distinct from
     (old.campaign_id, old.pledge_id, old.statistic_id, old.number, old.statistic_name, old.type, old.rate_cents,
      old.estimate_cents, old.from_at)
     or (old.until_at is not null and new.until_at is distinct from old.until_at)
  then
    raise exception 'a pledge line keeps what was agreed'
      using errcode = 'restrict_violation', constraint = 'pledge_lines_kept';
  end if;
  return new;
end $$;
comment on function pledge_lines_guard is
  'A line is closed once, and its match may turn out to be another event; nothing else about it changes (R15, R58).';
create trigger pledge_lines_guard before update on pledge_lines
  for each row execute function pledge_lines_guard();

alter table pledge_consents add column version integer;
comment on column pledge_consents.version is 'The pledge''s version that was agreed to; null: before versions were kept.';
comment on table pledge_consents is
  'What a supporter had agreed to before changing the pledge: the evidence of every promise is kept (R8, R14, R58).';
