-- What each statistic will likely come to: everything expected uses this one figure (R9, R61). It is a column because lists, ranks
-- and totals sum it for hundreds of thousands of pledges. Billing never reads it.
alter table statistic_totals
  add column likely numeric(12, 2) not null default 1;
comment on column statistic_totals.likely is
  'Units that the season will likely come to, as last computed from the forecast; never taken as less than what is confirmed. '
  'One where nothing is known.';

create view open_matches as
select e.campaign_id, e.id as event_id, e.start_time
from events e
where e.archived_at is null
  and not e.is_completed
  and (e.event_type in ('game', 'tournament') or e.opponent <> '')
  and not exists (
    select from results r
    where r.event_id = e.id
      and r.confirmed_at is not null
      and r.voided_at is null
  );
comment on view open_matches is
  'Matches on the schedule that are still to come: a line that counts some of them expects that part of what is to come (R58).';

-- Until the next minute's forecast, the figure that was expected so far: the larger of last year, or the target, and so far.
update statistic_totals t
set likely = case
    when c.final_locked_at is not null or c.status = 'cancelled' then greatest(t.confirmed, 0)
    when t.achievement = 'achieved' then greatest(t.confirmed, 1)
    when t.achievement = 'not_achieved' then 0
    when t.achievement = 'open' then case when coalesce(s.chance_percent, 50) >= 50 then 1 else 0 end
    else greatest(t.confirmed, coalesce(nullif(s.last_year_result, 0), nullif(s.expected_target, 0), 1))
  end
from statistics s
join campaigns c on c.id = s.campaign_id
where s.id = t.statistic_id;
delete from campaign_forecasts;

with figures as (
  select p.campaign_id, least(p.agreed_maximum_cents, sum(
    case
      when l.type = 'one_time' then l.rate_cents
      when l.from_at is null and l.until_at is null and l.event_id is null
        then line_amount(l.rate_cents, greatest(t.likely, t.confirmed))
      else line_amount(l.rate_cents, coalesce(u.counted, 0) + coalesce(o.to_come, 0))
    end
  )) as expected
  from campaigns c
  join pledges p on p.campaign_id = c.id
  join pledge_lines l on l.pledge_id = p.id
  join statistic_totals t on t.statistic_id = l.statistic_id
  left join lateral (
    select case
        when l.event_id is null and l.from_known is null and l.until_known is null then (
          select units_between(k.sinces, k.reached, l.from_at, l.until_at)
          from standing_courses k
          where k.campaign_id = c.id
            and k.statistic_id = l.statistic_id
        )
        else (
          select sum(m.units)
          from standing_units m
          where m.campaign_id = c.id
            and m.statistic_id = l.statistic_id
            and (l.event_id is null or m.event_id = l.event_id)
            and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, m.event_id, m.since_at)
        )
      end as counted
  ) u on l.from_at is not null or l.until_at is not null or l.event_id is not null
  left join lateral (
    select case
        when l.type = 'per_increment' and count(*) > 0 then round(
          greatest(t.likely - t.confirmed, 0) * count(*) filter (
            where (l.event_id is null or m.event_id = l.event_id)
              and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, m.event_id, m.start_time)
          ) / count(*), 2)
        when l.until_at is null and l.event_id is null then greatest(t.likely - t.confirmed, 0)
      end as to_come
    from open_matches m
    where m.campaign_id = c.id
  ) o on l.from_at is not null or l.until_at is not null or l.event_id is not null
  where c.final_locked_at is null
    and c.status <> 'cancelled'
    and p.status <> 'cancelled'
  group by p.id
)
update campaign_totals t
set pledged_cents = case when t.shard = 0 then s.pledged else 0 end
from (select campaign_id, sum(expected)::bigint as pledged from figures group by campaign_id) s
where t.campaign_id = s.campaign_id;
