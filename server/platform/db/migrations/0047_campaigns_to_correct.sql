-- Which campaigns have a correction to lock (R33), found without reading the totals of every finished one (R73).

-- Counted before the table is locked. Only campaigns whose results changed after their newest lock, or whose sums differ, can
-- have any.
create temporary table counted_to_correct on commit drop as
with candidates as materialized (
  select c.id
  from campaigns c
  where c.final_locked_at is not null
    and c.status <> 'cancelled'
    and (
      exists (
        select from results r
        where r.campaign_id = c.id
          and r.confirmed_at is not null
          and greatest(r.confirmed_at, r.voided_at) >= (
            select max(locked_at)
            from settlements
            where campaign_id = c.id
          )
      )
      or (
        select sum(earned_cents) <> sum(pledged_cents)
        from campaign_totals
        where campaign_id = c.id
      )
    )
)
select c.id as campaign_id, s.to_correct
from candidates c
cross join lateral (
  with courses as materialized (
    select statistic_id, sinces, reached
    from standing_courses
    where campaign_id = c.id
  ),
  match_units as materialized (
    select statistic_id, event_id, since_at, units
    from standing_units
    where campaign_id = c.id
      and event_id is not null
  ),
  figures as (
    select
      p.agreed_maximum_cents,
      (
        select sp.accrued_cents
        from settlements t
        join settlement_pledges sp on sp.settlement_id = t.id and sp.pledge_id = p.id
        where t.campaign_id = c.id
        order by t.version desc
        limit 1
      ) as settled,
      (
        select sum(
          case
            when l.type = 'one_time' then l.rate_cents
            when l.event_id is not null then line_amount(l.rate_cents, coalesce((
              select sum(m.units)
              from match_units m
              where m.statistic_id = l.statistic_id
                and m.event_id = l.event_id
                and (l.from_at is null or m.since_at > l.from_at)
                and (l.until_at is null or m.since_at <= l.until_at)
            ), 0))
            when l.from_at is not null or l.until_at is not null then line_amount(l.rate_cents, coalesce((
              select units_between(k.sinces, k.reached, l.from_at, l.until_at)
              from courses k
              where k.statistic_id = l.statistic_id
            ), 0))
            else line_amount(l.rate_cents, t.confirmed)
          end
        )
        from pledge_lines l
        join statistic_totals t on t.statistic_id = l.statistic_id
        where l.pledge_id = p.id
      ) as owed
    from pledges p
    where p.campaign_id = c.id
      and p.status <> 'cancelled'
  )
  select count(*)::integer as to_correct
  from figures
  where settled <> least(agreed_maximum_cents, owed)
) s
where s.to_correct > 0;

alter table campaign_totals add column to_correct integer not null default 0;
comment on column campaign_totals.to_correct is
  'After the final lock: how many pledges have earned something else than was settled for them. Like the other figures, the '
  'sum of all sixteen counts.';
create index campaign_totals_to_correct on campaign_totals (campaign_id) where to_correct <> 0;

update campaign_totals t
set to_correct = n.to_correct
from counted_to_correct n
where t.campaign_id = n.campaign_id
  and t.shard = 0;
