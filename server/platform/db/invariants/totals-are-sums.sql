-- R9, R11, R40, R58: the totals are sums over the pledges. Cancelled pledges count in none. One campaign at a time, so that a
-- check of some reads nothing of the others.
select c.id as campaign_id, c.id as subject_id,
       'totals say ' || t.pledged || ' pledged, ' || t.earned || ' earned, ' || t.supporters || ' supporters; pledges say '
         || s.pledged || ', ' || s.earned || ', ' || s.supporters as problem
  from campaigns c
  cross join lateral (
    select pledged_cents as pledged, earned_cents as earned, supporters_count as supporters
      from campaign_totals where campaign_id = c.id) t
  cross join lateral (
    with courses as materialized (
      select statistic_id, sinces, reached from counted_totals where campaign_id = c.id
         and exists (select from pledge_lines l where l.campaign_id = c.id
                        and (l.from_at is not null or l.until_at is not null or l.event_id is not null))),
    match_units as materialized (
      select statistic_id, event_id, since_at, units from counted_units where campaign_id = c.id
         and exists (select from pledge_lines l where l.campaign_id = c.id
                        and (l.from_at is not null or l.until_at is not null or l.event_id is not null))),
    open as materialized (
      select event_id, start_time, count(*) over () as matches from open_matches where campaign_id = c.id
         and exists (select from pledge_lines l where l.campaign_id = c.id
                        and (l.from_at is not null or l.until_at is not null or l.event_id is not null))),
    figures as (
      select p.agreed_maximum_cents, owed.earned as owed, owed.likely,
             case when c.final_locked_at is not null then
               (select s.accrued_cents from settlements t join settlement_pledges s on s.settlement_id = t.id and s.pledge_id = p.id
                 where t.campaign_id = c.id and t.withdrawn_at is null order by t.version desc limit 1) end as settled
        from pledges p
        cross join lateral (
          select sum(u.earned) as earned, sum(u.likely) as likely from pledge_lines l
            join statistic_totals t on t.statistic_id = l.statistic_id
            cross join lateral (
              select case when l.event_id is not null or l.from_known is not null or l.until_known is not null
                          then (select sum(m.units) from match_units m
                                 where m.statistic_id = l.statistic_id and (l.event_id is null or m.event_id = l.event_id)
                                   and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, m.event_id, m.since_at))
                          when l.from_at is not null or l.until_at is not null
                          then (select units_between(k.sinces, k.reached, l.from_at, l.until_at)
                                  from courses k where k.statistic_id = l.statistic_id)
                          else t.confirmed end as units,
                     greatest(t.likely - t.confirmed, 0) * case
                       when l.event_id is null and l.from_at is null and l.until_at is null then 1
                       when l.type = 'per_increment' and exists (select from open)
                       then (select count(*) from open m where (l.event_id is null or m.event_id = l.event_id)
                                and line_counts(l.from_at, l.until_at, l.from_known, l.until_known, m.event_id, m.start_time))
                       when l.event_id is null and l.until_at is null then 1 else 0 end
                     / case when l.type = 'per_increment'
                                 and (l.event_id is not null or l.from_at is not null or l.until_at is not null)
                            then coalesce((select max(matches) from open), 1) else 1 end as to_come) n
            cross join lateral (
              select case when l.type = 'one_time' then l.rate_cents
                          else line_amount(l.rate_cents, coalesce(n.units, 0)) end as earned,
                     case when l.type = 'one_time' then l.rate_cents
                          else line_amount(l.rate_cents, coalesce(n.units, 0)
                            + case when n.to_come = greatest(t.likely - t.confirmed, 0) then n.to_come
                                   else round(n.to_come, 2) end) end as likely) u
           where l.pledge_id = p.id) owed
       where p.campaign_id = c.id and p.status <> 'cancelled')
    select coalesce(sum(coalesce(settled, least(agreed_maximum_cents, likely))), 0) as pledged,
           coalesce(sum(least(agreed_maximum_cents, owed)), 0) as earned, count(*) as supporters
      from figures) s
 where c.status <> 'cancelled'
   and (t.pledged, t.earned, t.supporters) is distinct from (s.pledged, s.earned, s.supporters)
