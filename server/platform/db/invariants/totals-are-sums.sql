-- R11, R40, R58: the totals are sums over the pledges. Cancelled pledges count in none.
with partial_campaigns as materialized (
  select distinct campaign_id from pledge_lines where from_at is not null or until_at is not null or event_id is not null),
courses as materialized (
  select s.statistic_id, s.sinces, s.reached from partial_campaigns k
   cross join lateral (select * from standing_courses c where c.campaign_id = k.campaign_id) s),
match_units as materialized (
  select s.statistic_id, s.event_id, s.since_at, s.units from partial_campaigns k
   cross join lateral (select * from standing_units u where u.campaign_id = k.campaign_id) s where s.event_id is not null),
figures as (
  select p.campaign_id, p.agreed_maximum_cents, p.estimate_cents,
         case when c.final_locked_at is not null then
           (select s.accrued_cents from settlements t join settlement_pledges s on s.settlement_id = t.id and s.pledge_id = p.id
             where t.campaign_id = c.id order by t.version desc limit 1) end as settled,
         (select sum(case when l.type = 'one_time' then l.rate_cents
                          when l.event_id is not null then line_amount(l.rate_cents, coalesce(
                            (select sum(m.units) from match_units m
                              where m.statistic_id = l.statistic_id and m.event_id = l.event_id
                                and (l.from_at is null or m.since_at > l.from_at)
                                and (l.until_at is null or m.since_at <= l.until_at)), 0))
                          when l.from_at is not null or l.until_at is not null then line_amount(l.rate_cents, coalesce(
                            (select units_between(c.sinces, c.reached, l.from_at, l.until_at)
                               from courses c where c.statistic_id = l.statistic_id), 0))
                          else line_amount(l.rate_cents, t.confirmed) end)
            from pledge_lines l join statistic_totals t on t.statistic_id = l.statistic_id where l.pledge_id = p.id) as owed
    from pledges p join campaigns c on c.id = p.campaign_id where p.status <> 'cancelled' and c.status <> 'cancelled'),
sums as (
  select campaign_id, sum(coalesce(settled, least(agreed_maximum_cents, greatest(estimate_cents, owed)))) as pledged,
         sum(least(agreed_maximum_cents, owed)) as earned, count(*) as supporters
    from figures group by campaign_id)
select c.id as campaign_id, c.id as subject_id,
       'totals say ' || t.pledged || ' pledged, ' || t.earned || ' earned, ' || t.supporters || ' supporters; pledges say '
         || coalesce(s.pledged, 0) || ', ' || coalesce(s.earned, 0) || ', ' || coalesce(s.supporters, 0) as problem
  from campaigns c
  join (select campaign_id, sum(pledged_cents) as pledged, sum(earned_cents) as earned, sum(supporters_count) as supporters
          from campaign_totals group by campaign_id) t on t.campaign_id = c.id
  left join sums s on s.campaign_id = c.id
 where c.status <> 'cancelled'
   and (t.pledged, t.earned, t.supporters) is distinct from (coalesce(s.pledged, 0), coalesce(s.earned, 0), coalesce(s.supporters, 0))
