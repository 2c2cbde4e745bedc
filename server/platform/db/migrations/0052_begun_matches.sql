-- Whether a match had begun is decided by what was known then (R58): its start by the schedule of that moment, or an entry that was
-- not voided by then. A line keeps the matches that its own instants cannot tell: they had begun, and start later now.

create function match_has_begun(event_id uuid, start_time timestamptz, instant timestamptz)
  returns boolean language sql stable parallel safe
  return start_time <= instant or exists (
    select from results r
    where r.event_id = match_has_begun.event_id
      and r.entered_at <= instant
      and (r.voided_at is null or r.voided_at > instant)
  );
comment on function match_has_begun is
  'A match begins at its start or with the first entry for it, confirmed or not, whatever it says; one that was voided by then '
  'never was (R58).';
create index results_of_event on results (event_id, entered_at) where event_id is not null;

alter table pledge_lines
  add column from_known uuid[],
  add column until_known uuid[];
comment on column pledge_lines.from_known is 'Matches that had begun by from_at, although they start later now.';
comment on column pledge_lines.until_known is 'The same by until_at.';
alter table guest_pledges add column known uuid[];
comment on column guest_pledges.known is 'Matches that had begun when it was held and were moved or merged since (R58).';
alter table held_pledges add column known uuid[];
comment on column held_pledges.known is 'Matches that had begun when it was made, although they start later now (R58).';

create function line_counts(
  from_at timestamptz, until_at timestamptz, from_known uuid[], until_known uuid[],
  event_id uuid, since_at timestamptz
)
  returns boolean language sql immutable parallel safe
  return (from_at is null or (since_at > from_at and not coalesce(event_id = any(from_known), false)))
    and (until_at is null or since_at <= until_at or coalesce(event_id = any(until_known), false));
comment on function line_counts is
  'Whether a line counts what began then: it had not begun by the first instant, and had by the second (R58).';

-- Until now a result that was entered early began its match. Existing lines keep what they have earned.
create temporary table early_matches on commit drop as
select r.campaign_id, r.statistic_id, r.event_id, e.start_time, min(r.entered_at) as entered_at
from effective_results r
join events e on e.id = r.event_id
where r.campaign_id = any(array(
    select distinct campaign_id
    from pledge_lines
    where from_at is not null or until_at is not null
  ))
  and r.kind = 'count'
  and r.confirmed_at is not null
  and r.difference <> 0
  and r.entered_at < e.start_time
group by r.campaign_id, r.statistic_id, r.event_id, e.start_time;

update pledge_lines l
set from_known = k.from_known, until_known = k.until_known
from (
  select
    l.pledge_id, l.statistic_id, l.number,
    array_agg(m.event_id) filter (where m.entered_at <= l.from_at and m.start_time > l.from_at) as from_known,
    array_agg(m.event_id) filter (where m.entered_at <= l.until_at and m.start_time > l.until_at) as until_known
  from pledge_lines l
  join early_matches m on m.campaign_id = l.campaign_id and m.statistic_id = l.statistic_id
  where l.from_at is not null or l.until_at is not null
  group by l.pledge_id, l.statistic_id, l.number
) k
where (l.pledge_id, l.statistic_id, l.number) = (k.pledge_id, k.statistic_id, k.number)
  and (k.from_known is not null or k.until_known is not null);

-- A pledge on one match counts it from the moment of pledging on, too: whatever its match is merged into.
alter table pledge_lines disable trigger pledge_lines_guard;
update pledge_lines l
set from_at = agreed.at
from pledges p
cross join lateral (
  select coalesce((select min(g.held_at) from guest_pledges g where g.pledge_id = p.id), p.created_at) as at
) agreed
where p.id = l.pledge_id
  and l.event_id is not null
  and l.from_at is null
  and l.type = 'per_increment'
  and (l.until_at is null or l.until_at >= agreed.at)
  and (select e.start_time from events e where e.id = l.event_id) > agreed.at
  and not exists (
    select from early_matches m
    where m.event_id = l.event_id
      and m.statistic_id = l.statistic_id
      and m.entered_at <= agreed.at
  );
alter table pledge_lines enable trigger pledge_lines_guard;

create or replace view standing_units as
  with changes as (
    select
      r.campaign_id, r.statistic_id, r.event_id,
      coalesce(r.event_id, r.id) as moment,
      coalesce(e.start_time, r.entered_at) as occurs_at,
      min(case when r.kind = 'count' then coalesce(e.start_time, r.entered_at) else r.confirmed_at end) as since_at,
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
comment on column standing_units.since_at is
  'The start of the match, or the entry of a result without one; of an achievement, its confirmation. Of a match that had begun '
  'earlier, each line knows (from_known, until_known).';
